#include "content/load.hpp"

#include <algorithm>
#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/mp11/algorithm.hpp>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "content/assets.hpp"
#include "content/labels.hpp"
#include "content/palette.hpp"
#include "content/schema/schema_check.hpp"
#include "json/members.hpp"
#include "json/strict_json.hpp"

namespace agent_access::content {

// The members of the files, each with the name that it has there.
BOOST_DESCRIBE_STRUCT(Link, (), (title, url))
BOOST_DESCRIBE_STRUCT(Owner, (), (name, job_title, works_for, summary, about, location, knows_about, same_as))
BOOST_DESCRIBE_STRUCT(Contact, (), (email, note, channels))
BOOST_DESCRIBE_STRUCT(Publication, (), (slug, title, date, authors, venue, summary, text, url, topics))
BOOST_DESCRIBE_STRUCT(Project, (),
                      (slug, title, date, status, summary, text, url, repository, language, licence, topics))
BOOST_DESCRIBE_STRUCT(Position, (), (title, organisation, from, until, summary))
BOOST_DESCRIBE_STRUCT(Education, (), (degree, institution, date))
BOOST_DESCRIBE_STRUCT(SkillArea, (), (area, items))
BOOST_DESCRIBE_STRUCT(SpokenLanguage, (), (language, level))
BOOST_DESCRIBE_STRUCT(Award, (), (name, date))
BOOST_DESCRIBE_STRUCT(Cv, (), (summary, positions, education, skills, languages, awards))
BOOST_DESCRIBE_STRUCT(Design, (), (accent, accent_dark, logo, portrait, favicon, footer))
BOOST_DESCRIBE_STRUCT(Site, (),
                      (title, tagline, profile_summary, language, updated, owner, contact, links, publications,
                       projects, cv, design, labels))
BOOST_DESCRIBE_STRUCT(Question, (), (question, answer))
BOOST_DESCRIBE_STRUCT(Faq, (), (updated, questions))

namespace {

namespace bj = boost::json;
using Errors = std::vector<ContentError>;
using Faults = std::vector<SchemaFault>;

constexpr json::JsonRules kRules = {"the file", kMaxContentSize, {}};

std::string_view text_of(const bj::value& item, std::string_view name) {
  return item.is_object() ? json::text_at(item.get_object(), name) : std::string_view();
}

const bj::array* list_at(const bj::value& document, std::string_view pointer) {
  bj::error_code ec;
  const auto* found = document.find_pointer(pointer, ec);
  return found == nullptr ? nullptr : found->if_array();
}

std::string item_pointer(std::string_view list, std::size_t index, std::string_view member) {
  return json::pointer_to(json::pointer_to(list, std::to_string(index)), member);
}

/// A slug is the name of one page: it must be unique in its list.
void check_slugs(const bj::value& document, std::string_view list, Faults& faults) {
  const auto* items = list_at(document, list);
  if (items == nullptr) return;
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const std::string_view slug = text_of((*items)[i], "slug");
    if (slug.empty()) continue;
    const auto [found, is_new] = first.emplace(slug, i);
    if (is_new) continue;
    const std::string other = json::member_path(document, item_pointer(list, found->second, "slug"));
    faults.push_back({item_pointer(list, i, "slug"), {}, "is taken by " + other + "; choose another"});
  }
}

/// Compares the parts that both dates have: "2031" to "2031-03" is valid.
void check_spans(const bj::value& document, Faults& faults) {
  constexpr std::string_view kList = "/cv/positions";
  const auto* items = list_at(document, kList);
  if (items == nullptr) return;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const std::string_view from = text_of((*items)[i], "from");
    const std::string_view until = text_of((*items)[i], "until");
    const std::size_t size = std::min(from.size(), until.size());
    if (is_date(from) && is_date(until) && until.substr(0, size) < from.substr(0, size)) {
      faults.push_back({item_pointer(kList, i, "until"), {}, "is before \"from\"; exchange the two or correct one"});
    }
  }
}

/// One fault for each place: an invalid slug is not reported as a repeated one, too.
void keep_first_of_each_place(Faults& faults) {
  std::set<std::pair<std::string_view, std::string_view>> places;
  const auto is_new = [&](const SchemaFault& fault) { return places.emplace(fault.pointer, fault.missing).second; };
  Faults kept;
  std::ranges::copy_if(faults, std::back_inserter(kept), is_new);
  faults = std::move(kept);
}

Errors to_errors(std::string_view text, const bj::value& document, const Faults& faults) {
  std::vector<std::string> pointers;
  std::ranges::transform(faults, std::back_inserter(pointers), &SchemaFault::pointer);
  const auto lines = json::lines_of(text, pointers);
  Errors errors;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const SchemaFault& fault = faults[i];
    const std::string pointer = fault.missing.empty() ? fault.pointer : json::pointer_to(fault.pointer, fault.missing);
    errors.push_back({lines[i], 0, json::member_path(document, pointer), fault.sentence});
  }
  std::ranges::stable_sort(errors, {}, &ContentError::line);
  return errors;
}

Faults check_site(const bj::value& document) {
  static const SchemaCheck kSchema(asset("schemas/site.schema.json"));
  Faults faults = kSchema.check(document);
  check_slugs(document, "/publications", faults);
  check_slugs(document, "/projects", faults);
  check_spans(document, faults);
  if (!document.is_object()) return faults;
  std::ranges::move(check_design(document.get_object()), std::back_inserter(faults));
  std::ranges::move(check_labels(document.get_object()), std::back_inserter(faults));
  return faults;
}

Faults check_faq(const bj::value& document) {
  static const SchemaCheck kSchema(asset("schemas/faq.schema.json"));
  return kSchema.check(document);
}

/// The file's one object, or all of its faults. Catches the exceptions by which the schema library reports its own
/// faults.
base::Result<bj::value, Errors> load(std::string_view text, Faults (*check)(const bj::value&)) {
  try {
    auto document = json::parse_json(text, kRules);
    if (!document) {
      const json::JsonError& error = document.error();
      return base::Failure(Errors{{error.line, error.column, {}, sentence(error, kRules)}});
    }
    Faults faults = check(*document);
    keep_first_of_each_place(faults);
    if (!faults.empty()) return base::Failure(to_errors(text, *document, faults));
    return std::move(*document);
  } catch (const std::exception& error) {
    return base::Failure(Errors{{0, 0, {}, std::string("the file could not be checked: ") + error.what()}});
  }
}

// Reading of values that are valid by their schema; a member that is missing keeps its default.

void read(const bj::value& from, std::string& text) {
  if (const auto* found = from.if_string()) text = *found;
}
template <class T>
void read(const bj::value& from, T& described);
template <class T>
void read(const bj::value& from, std::vector<T>& items);
template <class T>
void read(const bj::value& from, std::optional<T>& item);

void read(const bj::value& from, std::map<std::string, std::string, std::less<>>& texts) {
  for (const auto& [name, value] : from.as_object()) {
    if (const auto* own = value.if_string()) texts.emplace(name, *own);
  }
}

template <class T>
void read(const bj::value& from, T& described) {
  boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_public>>([&](auto member) {
    if (const auto* value = from.as_object().if_contains(member.name)) read(*value, described.*member.pointer);
  });
}

template <class T>
void read(const bj::value& from, std::vector<T>& items) {
  items.reserve(from.as_array().size());
  for (const auto& item : from.as_array()) read(item, items.emplace_back());
}

template <class T>
void read(const bj::value& from, std::optional<T>& item) {
  read(from, item.emplace());
}

Site read_site(bj::value document) {
  Site site;
  read(document, site);
  bj::object source = std::move(document.get_object());
  if (!source.contains("title")) site.title = site.owner.name;
  if (json::text_at(source, "owner.kind") == "organization") site.owner.kind = OwnerKind::organization;
  const auto* motif = json::value_at(source, "design.motif");
  site.design.has_motif = motif == nullptr || *motif == true;
  // Newest first; an empty date compares as the oldest.
  std::ranges::stable_sort(site.publications, std::greater(), &Publication::date);
  std::ranges::stable_sort(site.projects, std::greater(), &Project::date);
  // About the file and the pages, not about the owner: not published as data.
  for (const auto* name : {"$schema", "design", "labels"}) source.stable_erase(name);
  site.source = std::move(source);
  return site;
}

}  // namespace

std::string describe(const ContentError& error) {
  std::string text = json::place_prefix(error.line, error.column);
  if (!error.member.empty()) text.append(error.member).append(": ");
  return text.append(error.sentence);
}

base::Result<Site, Errors> parse_site(std::string_view json) {
  auto document = load(json, check_site);
  if (!document) return base::Failure(document.error());
  return read_site(std::move(*document));
}

base::Result<Faq, Errors> parse_faq(std::string_view json) {
  const auto document = load(json, check_faq);
  if (!document) return base::Failure(document.error());
  Faq faq;
  read(*document, faq);
  return faq;
}

Site minimal_site(std::string_view name) {
  Site site;
  site.title = name;
  site.tagline = "A site with a registration and token service for AI agents.";
  site.owner.name = name;
  site.source = {{"title", site.title}, {"tagline", site.tagline}, {"owner", {{"name", site.owner.name}}}};
  return site;
}

Faq minimal_faq(std::string_view language) {
  const Labels labels(language);
  Faq faq;
  for (const std::string name : {"faq_read", "faq_free", "faq_stored", "faq_valid"}) {
    faq.questions.push_back({std::string(labels.text(name + "_question")), std::string(labels.text(name + "_answer"))});
  }
  return faq;
}

}  // namespace agent_access::content
