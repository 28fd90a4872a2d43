#include "site/content/load.hpp"

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "json/place.hpp"
#include "json/reader.hpp"
#include "site/content/labels.hpp"
#include "site/content/members.hpp"
#include "site/content/palette.hpp"
#include "site/content/work_fields.hpp"

namespace agent_access::content {
namespace {

namespace bj = boost::json;
using Errors = std::vector<ContentError>;
using Faults = std::vector<MemberFault>;

constexpr json::JsonRules kRules = {.subject = "the file", .max_size = kMaxContentSize};

constexpr TextRule kFilled{.is_filled = true};
constexpr TextRule kSlug{.longest = 100, .form = slug_fault};
constexpr TextRule kDate{.form = date_fault};
constexpr TextRule kUrl{.form = url_fault};
constexpr TextRule kAddress{.form = address_fault};
constexpr TextRule kImage{.form = image_fault};

// The rows of each object. web/schemas describes the same members for editors; a test compares both.

void read_link(Members& in, Link& link) {
  in.required("title", link.title, kFilled);
  in.required("url", link.url, kAddress);
  in.optional("summary", link.summary);
}

void read_owner(Members& in, Owner& owner) {
  std::string kind = "person";
  in.optional("kind", kind);
  if (kind != "person" && kind != "organization") {
    in.refuse("kind", "expected \"person\" or \"organization\"");
  }
  if (kind == "organization") owner.kind = OwnerKind::organization;
  in.required("name", owner.name, kFilled);
  in.optional("job_title", owner.job_title);
  in.optional("works_for", owner.works_for);
  in.optional("summary", owner.summary);
  in.optional("about", owner.about);
  in.optional("location", owner.location);
  in.optional("knows_about", owner.knows_about);
  in.optional("same_as", owner.same_as, kUrl);
}

void read_contact(Members& in, Contact& contact) {
  in.optional("email", contact.email, {.form = email_fault});
  in.optional("note", contact.note);
  in.optional("channels", contact.channels, read_link);
}

void read_publication(Members& in, Publication& publication) {
  in.required("slug", publication.slug, kSlug);
  in.required("title", publication.title, kFilled);
  in.optional("date", publication.date, kDate);
  in.optional("status", publication.status);
  in.optional("type", publication.type, {.form = work_type_fault});
  in.optional("authors", publication.authors, kFilled);
  in.optional("venue", publication.venue);
  in.optional("summary", publication.summary);
  in.optional("text", publication.text);
  in.optional("url", publication.url, kAddress);
  in.optional("doi", publication.doi, {.form = doi_fault});
  in.optional("key", publication.key, kFilled);
  in.optional("links", publication.links, read_link);
  in.optional("topics", publication.topics, kFilled);
  in.optional("editors", publication.editors, kFilled);
  for (const auto& field : kWorkFields<Publication>) in.optional(field.name, publication.*field.member);
  if (publication.venue.empty()) publication.venue = container_of(publication);
}

/// Compares the parts that both dates have: "2031" to "2031-03" is valid.
bool is_before(std::string_view one, std::string_view other) {
  const std::size_t size = std::min(one.size(), other.size());
  return one.substr(0, size) < other.substr(0, size);
}

void check_order(Members& in, const Date& from, std::string_view name, const Date& end,
                 std::string_view beginning = "from") {
  if (!is_before(end, from)) return;
  in.refuse(name, "is before \"" + std::string(beginning) + "\"; exchange the two or correct one");
}

void read_project(Members& in, Project& project) {
  in.required("slug", project.slug, kSlug);
  in.required("title", project.title, kFilled);
  in.optional("date", project.date, kDate);
  in.optional("until", project.until, {.form = end_fault, .may_be_null = true});
  in.optional("status", project.status);
  in.optional("summary", project.summary);
  in.optional("text", project.text);
  in.optional("url", project.url, kAddress);
  in.optional("repository", project.repository, kAddress);
  in.optional("language", project.language);
  in.optional("licence", project.licence);
  in.optional("topics", project.topics, kFilled);
  check_order(in, project.date, "until", project.until, "date");
}

void read_position(Members& in, Position& position) {
  in.required("title", position.title, kFilled);
  in.required("organisation", position.organisation, kFilled);
  in.required("from", position.from, kDate);
  in.optional("until", position.until, {.form = end_fault, .may_be_null = true});
  in.optional("location", position.location);
  in.optional("url", position.url, kAddress);
  in.optional("summary", position.summary);
  in.optional("text", position.text);
  check_order(in, position.from, "until", position.until);
}

void read_education(Members& in, Education& education) {
  in.required("degree", education.degree, kFilled);
  in.required("institution", education.institution, kFilled);
  in.optional("from", education.from, kDate);
  in.optional("date", education.date, kDate);
  in.optional("url", education.url, kAddress);
  in.optional("text", education.text);
  check_order(in, education.from, "date", education.date);
}

void read_skill_area(Members& in, SkillArea& skills) {
  in.required("area", skills.area, kFilled);
  in.required("items", skills.items, kFilled);
}

void read_spoken_language(Members& in, SpokenLanguage& spoken) {
  in.required("language", spoken.language, kFilled);
  in.optional("level", spoken.level);
}

void read_award(Members& in, Award& award) {
  in.required("name", award.name, kFilled);
  in.optional("date", award.date, kDate);
}

void read_cv_item(Members& in, CvItem& item) {
  in.required("title", item.title, kFilled);
  in.optional("organization", item.organization);
  in.optional("from", item.from, kDate);
  in.optional("until", item.until, {.form = end_fault, .may_be_null = true});
  in.optional("url", item.url, kAddress);
  in.optional("text", item.text);
  check_order(in, item.from, "until", item.until);
}

void read_cv_section(Members& in, CvSection& section) {
  in.required("title", section.title, kFilled);
  in.required("items", section.items, read_cv_item);
}

void read_cv(Members& in, Cv& cv) {
  in.optional("summary", cv.summary);
  in.optional("positions", cv.positions, read_position);
  in.optional("education", cv.education, read_education);
  in.optional("skills", cv.skills, read_skill_area);
  in.optional("languages", cv.languages, read_spoken_language);
  in.optional("awards", cv.awards, read_award);
  in.optional("sections", cv.sections, read_cv_section);
}

void read_design(Members& in, Design& design) {
  in.optional("accent", design.accent, {.form = accent_fault});
  in.optional("accent_dark", design.accent_dark, {.form = dark_accent_fault});
  in.optional("logo", design.logo, kImage);
  in.optional("portrait", design.portrait, kImage);
  in.optional("favicon", design.favicon, kImage);
  in.optional("motif", design.has_motif);
  in.optional("footer", design.footer, kFilled);
  if (!design.accent_dark.empty() && !in.all().contains("accent")) {
    in.refuse("accent_dark", "has no effect without \"accent\"; add that one");
  }
}

void read_labels(Members& in, std::map<std::string, std::string, std::less<>>& labels) {
  for (const auto& member : in.all()) {
    const std::string_view name = member.key();
    std::string text;
    if (is_label(name)) in.optional(name, text, kFilled);
    if (const auto fault = label_fault(name, text); !fault.empty()) in.refuse(name, fault);
    labels.emplace(name, std::move(text));
  }
}

/// What has no date but a status, such as "in press", is newer than every date.
std::string_view time_of(const Publication& publication) {
  return publication.date.empty() && !publication.status.empty() ? std::string_view("~") : publication.date;
}

std::string_view time_of(const Project& project) { return project.until.empty() ? project.date : project.until; }

/// A slug is the name of one page: it must be unique in its list.
template <class Work>
void check_slugs(std::string_view list, const std::vector<Work>& works, Members& in) {
  const auto place_of = [list](std::size_t index) { return json::place_of_item(list, index) + ".slug"; };
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < works.size(); ++i) {
    if (works[i].slug.empty()) continue;
    const auto [found, is_new] = first.emplace(works[i].slug, i);
    if (!is_new) in.refuse_at(place_of(i), "is taken by " + place_of(found->second) + "; choose another");
  }
}

/// Members of the published document that the service adds.
constexpr auto kGenerated =
    std::to_array<std::string_view>({"@context", "@type", "@id", "url", "name", "description", "inLanguage",
                                     "dateModified", "mainEntity", "hasPart", "resources", "pages"});

void read_site(Members& in, Site& site) {
  std::string schema;  // for editors
  in.optional("$schema", schema);
  in.optional("title", site.title, kFilled);
  in.required("tagline", site.tagline, kFilled);
  in.optional("profile_summary", site.profile_summary, kFilled);
  in.optional("language", site.language, {.form = language_fault});
  in.optional("updated", site.updated, kDate);
  in.required("owner", site.owner, read_owner);
  in.optional("contact", site.contact, read_contact);
  in.optional("links", site.links, read_link);
  in.optional("publications", site.publications, read_publication);
  in.optional("projects", site.projects, read_project);
  if (Cv cv; in.optional("cv", cv, read_cv)) site.cv = std::move(cv);
  in.optional("design", site.design, read_design);
  in.optional("labels", site.labels, read_labels);
  check_slugs("publications", site.publications, in);
  check_slugs("projects", site.projects, in);
  for (const auto name : kGenerated) {
    if (!in.all().contains(name)) continue;
    in.refuse(name, "is added by the service to the published document; rename or remove it");
  }
}

void read_question(Members& in, Question& question) {
  in.required("question", question.question, kFilled);
  in.required("answer", question.answer, kFilled);
}

void read_faq(Members& in, Faq& faq) {
  std::string schema;  // for editors
  in.optional("$schema", schema);
  in.optional("updated", faq.updated, kDate);
  if (in.required("questions", faq.questions, read_question) && faq.questions.empty()) {
    in.refuse("questions", "expected at least 1 item");
  }
}

Errors to_errors(std::string_view text, const Faults& faults) {
  json::Lines lines;
  for (const MemberFault& fault : faults) lines.emplace(fault.place, 0);
  json::find_lines(text, lines);
  Errors errors;
  for (const auto& [place, missing, sentence] : faults) {
    errors.push_back({lines.at(place), 0, missing.empty() ? place : json::place_of_member(place, missing), sentence});
  }
  std::ranges::stable_sort(errors, {}, &ContentError::line);
  return errors;
}

/// Reads the file's one object, as it is completed, into `to` and returns it; or all faults.
template <class T>
base::Result<bj::object, Errors> load(std::string_view text, T& to, void (&rows)(Members&, T&), Errors& markup,
                                      const Completion& complete) {
  auto document = json::read_object(text, kRules);
  if (!document) {
    const json::JsonError& error = document.error();
    return base::Failure(Errors{{error.line, error.column, {}, sentence(error, kRules)}});
  }
  auto found = find_markup(*document, text);
  if (complete) complete(*document);
  Faults faults;
  check_characters(*document, {}, faults);
  Members in(*document, {}, faults);
  rows(in, to);
  if (!faults.empty()) return base::Failure(to_errors(text, faults));
  markup = std::move(found);
  return std::move(*document);
}

constexpr json::JsonRules kProfileRules = {
    .subject = "the profile", .max_size = std::size_t{16} << 20U, .reserved_name = "_meta"};

/// The number of its members. A large one is only checked, to save memory.
base::Result<std::size_t, ProfileError> read_profile(std::string_view json, Errors& markup) {
  if (json.size() > kMaxContentSize) return json::check_object(json, kProfileRules);
  const auto document = json::read_object(json, kProfileRules);
  if (!document) return base::Failure(document.error());
  markup = find_markup(*document, json);
  return document->size();
}

/// The label that says what the log has, for each RequestLog.
constexpr std::array<std::string_view, 4> kLogged = {"", "faq_logged", "faq_logged_network", "faq_logged_address"};

}  // namespace

std::string describe(const ContentError& error) {
  std::string text = json::place_prefix(error.line, error.column);
  if (!error.member.empty()) text.append(error.member).append(": ");
  return text.append(error.sentence);
}

base::Result<Site, Errors> parse_site(std::string_view json, Errors& markup, const Completion& complete) {
  Site site;
  auto source = load(json, site, read_site, markup, complete);
  if (!source) return base::Failure(source.error());
  if (site.title.empty()) site.title = site.owner.name;
  // Newest first; an empty date compares as the oldest.
  const auto time = [](const auto& work) { return time_of(work); };
  std::ranges::stable_sort(site.publications, std::greater(), time);
  std::ranges::stable_sort(site.projects, std::greater(), time);
  // About the file and the pages, not about the owner: not published as data.
  for (const auto* name : {"$schema", "design", "labels"}) source->stable_erase(name);
  site.source = std::move(*source);
  return site;
}

base::Result<Faq, Errors> parse_faq(std::string_view json, Errors& markup, const Completion& complete) {
  Faq faq;
  const auto source = load(json, faq, read_faq, markup, complete);
  if (!source) return base::Failure(source.error());
  return faq;
}

base::Result<Site, Errors> parse_site(std::string_view json) {
  Errors ignored;
  return parse_site(json, ignored);
}

base::Result<Faq, Errors> parse_faq(std::string_view json) {
  Errors ignored;
  return parse_faq(json, ignored);
}

Site minimal_site(std::string_view name, bool has_profile) {
  Site site;
  site.title = name;
  site.tagline = has_profile ? "A site with a registration and token service for AI agents."
                             : "A site whose content is also data for AI agents.";
  site.owner.name = name;
  site.source = {{"title", site.title}, {"tagline", site.tagline}, {"owner", {{"name", site.owner.name}}}};
  return site;
}

Faq minimal_faq(std::string_view language, RequestLog log) {
  const Labels labels(language);
  Faq faq;
  faq.is_about_access = true;
  for (const std::string name : {"faq_read", "faq_free", "faq_stored", "faq_valid"}) {
    std::string answer(labels.text(name + "_answer"));
    if (name == "faq_stored" && log != RequestLog::none) {
      answer.append(" ").append(labels.text(kLogged.at(static_cast<std::size_t>(log))));
    }
    faq.questions.push_back({std::string(labels.text(name + "_question")), std::move(answer)});
  }
  return faq;
}

base::Result<Profile, ProfileError> parse_profile(std::string_view json, Errors& markup) {
  const auto members = read_profile(json, markup);
  if (!members) return base::Failure(members.error());
  // The text is one object: apart from white space, its first and last characters are the braces.
  Profile profile{std::string(base::trim_white_space(json.substr(0, json.rfind('}'))))};
  if (*members > 0) profile.prefix.push_back(',');
  return profile;
}

base::Result<Profile, ProfileError> parse_profile(std::string_view json) {
  Errors ignored;
  return parse_profile(json, ignored);
}

std::string describe(const ProfileError& error) {
  return json::place_prefix(error.line, error.column) + sentence(error, kProfileRules);
}

}  // namespace agent_access::content
