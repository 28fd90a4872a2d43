#include "site/documents/json_ld.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "site/content/pages.hpp"
#include "site/content/works.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

constexpr std::size_t kMostReferences = 10;

/// Adds a member unless it has no content.
void add(bj::object& object, std::string_view name, std::string_view text) {
  if (!text.empty()) object[name] = text;
}
void add(bj::object& object, std::string_view name, const std::vector<std::string>& texts) {
  if (!texts.empty()) object[name] = bj::array(texts.begin(), texts.end());
}

/// An object of that `@type` with a name.
bj::object named(std::string_view type, std::string_view name) { return {{"@type", type}, {"name", name}}; }

/// `doi` is an address, too; empty without one.
void add_address(bj::object& object, const std::string& page, std::string work, std::string doi = {}) {
  if (work.empty() || work == doi) work = std::exchange(doi, {});
  const std::string& address = page.empty() ? work : page;
  add(object, "@id", address);
  add(object, "url", address);
  std::vector<std::string> others;
  if (address != work) base::add_once(others, work);
  base::add_once(others, doi);
  if (others.size() == 1) add(object, "sameAs", others.front());
  if (others.size() > 1) add(object, "sameAs", others);
}

/// What schema.org calls a kind of work, and the member for its venue.
struct WorkKind {
  std::string_view kind;
  std::string_view type;
  std::string_view venue_member = "isPartOf";
  std::string_view venue_type = "CreativeWork";
  std::string_view additional_type = {};  ///< says what the type does not
};

/// schema.org has no patent; the entity of Wikidata is one.
constexpr auto kKinds = std::to_array<WorkKind>({
    {"article", "ScholarlyArticle"},
    {"book", "Book", "publisher", "Organization"},
    {"chapter", "Chapter", "isPartOf", "Book"},
    {"thesis", "Thesis", "publisher", "Organization"},
    {"report", "Report", "publisher", "Organization"},
    {"talk", "PresentationDigitalDocument"},
    {"patent", "CreativeWork", "publisher", "Organization", "https://www.wikidata.org/entity/Q253623"},
    {"dataset", "Dataset", "publisher", "Organization"},
    {"software", "SoftwareSourceCode", "publisher", "Organization"},
    {"other", "CreativeWork"},
});

WorkKind schema_of(const content::Publication& publication) {
  const auto* const found = std::ranges::find(kKinds, publication.type, &WorkKind::kind);
  if (found != kKinds.end()) return *found;
  return {{}, publication.venue.empty() ? "Article" : "ScholarlyArticle"};
}

void add_career(bj::object& person, const HostView& view) {
  const content::Owner& owner = view.content.site.owner;
  const auto& cv = view.content.site.cv;
  add(person, "jobTitle", owner.job_title);
  if (!owner.works_for.empty()) person["worksFor"] = named("Organization", owner.works_for);
  if (!owner.location.empty()) person["homeLocation"] = named("Place", owner.location);
  if (!cv) return;
  bj::array schools;
  for (const auto& education : cv->education) {
    bj::object school = named("CollegeOrUniversity", education.institution);
    add(school, "url", view.address(education.url));
    schools.push_back(std::move(school));
  }
  if (!schools.empty()) person["alumniOf"] = std::move(schools);
  bj::array awards;
  for (const auto& award : cv->awards) awards.emplace_back(award.name);
  if (!awards.empty()) person["award"] = std::move(awards);
  bj::array languages;
  for (const auto& spoken : cv->languages) languages.push_back(named("Language", spoken.language));
  if (!languages.empty()) person["knowsLanguage"] = std::move(languages);
}

bj::object owner_object(const HostView& view) {
  const content::Site& site = view.content.site;
  const bool is_person = site.owner.kind == content::OwnerKind::person;
  bj::object owner = {{"@type", is_person ? "Person" : "Organization"},
                      {"@id", view.url(is_person ? "/#person" : "/#organization")},
                      {"name", site.owner.name}};
  if (view.settings.has_pages) owner["url"] = view.url("/");
  add(owner, "description", site.owner.summary);
  add(owner, "email", site.contact.email);
  if (is_person) {
    add_career(owner, view);
  } else {
    if (!site.owner.works_for.empty()) owner["parentOrganization"] = named("Organization", site.owner.works_for);
    if (!site.owner.location.empty()) owner["location"] = named("Place", site.owner.location);
  }
  add(owner, "knowsAbout", site.owner.knows_about);
  add(owner, "sameAs", site.owner.same_as);
  return owner;
}

std::string_view type_of(const content::Publication& publication) { return schema_of(publication).type; }
std::string_view type_of(const content::Project& project) {
  return project.repository.empty() && project.language.empty() ? "CreativeWork" : "SoftwareSourceCode";
}

/// The time by which the latest works are chosen; one that is to appear is the latest.
std::string order_of(const content::Project& work) { return work.date; }
std::string order_of(const content::Publication& work) {
  return work.date.empty() && !work.status.empty() ? "~" : work.date;
}

/// What refers to a work: its type, name and address. The work itself is described on its page.
template <class Work>
bj::object reference_to(const HostView& view, const Work& work) {
  bj::object object = named(type_of(work), work.title);
  const std::string path = path_of(view.settings, work);
  const std::string address = path.empty() ? view.address(content::address_of(work)) : view.url(path);
  add(object, "@id", address);
  add(object, "url", address);
  return object;
}

bj::array latest_works(const HostView& view) {
  const auto& publications = view.content.site.publications;
  const auto& projects = view.content.site.projects;
  std::vector<std::pair<std::string, std::size_t>> works;  // publications, then projects
  for (const auto& work : publications) works.emplace_back(order_of(work), works.size());
  for (const auto& work : projects) works.emplace_back(order_of(work), works.size());
  std::ranges::stable_sort(works, std::ranges::greater(), &std::pair<std::string, std::size_t>::first);
  bj::array latest;
  for (const auto& [time, number] : works | std::views::take(kMostReferences)) {
    latest.push_back(number < publications.size() ? reference_to(view, publications[number])
                                                  : reference_to(view, projects[number - publications.size()]));
  }
  return latest;
}

}  // namespace

bj::object work_json_ld(const HostView& view, const content::Publication& publication, const std::string& page) {
  const WorkKind kind = schema_of(publication);
  bj::object object = named(kind.type, publication.title);
  add(object, "additionalType", kind.additional_type);
  object["headline"] = publication.title;
  add_address(object, page, view.address(publication.url), content::doi_url(publication));
  if (!publication.doi.empty()) {
    object["identifier"] = {{"@type", "PropertyValue"}, {"propertyID", "DOI"}, {"value", publication.doi}};
  }
  add(object, "datePublished", publication.date);
  add(object, "creativeWorkStatus", publication.status);
  bj::array authors;
  for (const auto& author : publication.authors) authors.push_back(named("Person", author));
  if (!authors.empty()) object["author"] = std::move(authors);
  if (!publication.venue.empty()) object[kind.venue_member] = named(kind.venue_type, publication.venue);
  add(object, "description", publication.summary);
  add(object, "keywords", publication.topics);
  return object;
}

bj::object work_json_ld(const HostView& view, const content::Project& project, const std::string& page) {
  const content::Owner& author = view.content.site.owner;
  bj::object object = named(type_of(project), project.title);
  add_address(object, page, view.address(project.url));
  add(object, "dateCreated", project.date);
  object["author"] = named(author.kind == content::OwnerKind::person ? "Person" : "Organization", author.name);
  add(object, "creativeWorkStatus", project.status);
  add(object, "description", project.summary);
  add(object, "codeRepository", view.address(project.repository));
  add(object, "programmingLanguage", project.language);
  add(object, "license", project.licence);
  add(object, "keywords", project.topics);
  return object;
}

bj::object web_site(const HostView& view, const std::string& base_url) {
  return {{"@type", "WebSite"},
          {"@id", base_url + "/#website"},
          {"url", base_url + "/"},
          {"name", view.content.site.title}};
}

bj::object json_ld(const HostView& view) {
  const content::Site& site = view.content.site;
  bj::object page = {{"@context", "https://schema.org"}, {"@type", "ProfilePage"}, {"@id", view.url("/#profilepage")}};
  if (view.settings.has_pages) page["url"] = view.url("/");
  page["name"] = site.title;
  add(page, "description", site.tagline.empty() ? site.owner.summary : site.tagline);
  page["inLanguage"] = site.language;
  add(page, "dateModified", site.updated);
  page["mainEntity"] = owner_object(view);
  if (view.settings.has_pages) {
    page["isPartOf"] = web_site(view, view.base_url());
    page["isPartOf"].as_object()["publisher"] = {{"@id", page.at("mainEntity").at("@id")}};
  }
  if (bj::array parts = latest_works(view); !parts.empty()) page["hasPart"] = std::move(parts);
  return page;
}

bj::array questions_json_ld(const content::Faq& faq) {
  bj::array questions;
  for (const auto& entry : faq.questions) {
    questions.push_back({{"@type", "Question"},
                         {"name", entry.question},
                         {"acceptedAnswer", {{"@type", "Answer"}, {"text", entry.answer}}}});
  }
  return questions;
}

}  // namespace agent_access::documents
