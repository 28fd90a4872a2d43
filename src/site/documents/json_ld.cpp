#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "site/content/works.hpp"
#include "site/documents/metadata.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

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

WorkKind kind_of(const content::Publication& publication) {
  const auto* const found = std::ranges::find(kKinds, publication.type, &WorkKind::kind);
  if (found != kKinds.end()) return *found;
  return {{}, publication.venue.empty() ? "Article" : "ScholarlyArticle"};
}

void add_authors(bj::object& object, const HostView& view, const content::Publication& publication, Authors which) {
  const auto first = content::first_authors(publication);
  const auto shown = which == Authors::first ? first : std::span<const std::string>(publication.authors);
  bj::array authors;
  for (const auto& author : shown) authors.push_back(named("Person", author));
  if (!authors.empty()) object["author"] = std::move(authors);
  if (shown.size() == publication.authors.size()) return;
  object["creditText"] = content::author_text(publication, content::Labels(view.content.site));
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

/// Empty without pages.
template <class Work>
std::string page_url(const HostView& view, const Work& work) {
  const std::string path = path_of(view.settings, work);
  return path.empty() ? path : view.url(path);
}

}  // namespace

bj::object work_json_ld(const HostView& view, const content::Publication& publication, const std::string& page,
                        Authors authors) {
  const WorkKind kind = kind_of(publication);
  bj::object object = named(kind.type, publication.title);
  add(object, "additionalType", kind.additional_type);
  object["headline"] = publication.title;
  add_address(object, page, view.address(publication.url), content::doi_url(publication));
  if (!publication.doi.empty()) {
    object["identifier"] = {{"@type", "PropertyValue"}, {"propertyID", "DOI"}, {"value", publication.doi}};
  }
  add(object, "datePublished", publication.date);
  add(object, "creativeWorkStatus", publication.status);
  add_authors(object, view, publication, authors);
  if (!publication.venue.empty()) object[kind.venue_member] = named(kind.venue_type, publication.venue);
  add(object, "description", publication.summary);
  add(object, "keywords", publication.topics);
  return object;
}

bj::object work_json_ld(const HostView& view, const content::Project& project, const std::string& page) {
  const content::Owner& author = view.content.site.owner;
  const bool is_software = !project.repository.empty() || !project.language.empty();
  bj::object object = named(is_software ? "SoftwareSourceCode" : "CreativeWork", project.title);
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

bj::object json_ld(const HostView& view) {
  const content::Site& site = view.content.site;
  bj::object page = {{"@context", "https://schema.org"}, {"@type", "ProfilePage"}, {"@id", view.url("/#profilepage")}};
  if (view.settings.has_pages) page["url"] = view.url("/");
  page["name"] = site.title;
  add(page, "description", site.tagline.empty() ? site.owner.summary : site.tagline);
  page["inLanguage"] = site.language;
  add(page, "dateModified", site.updated);
  page["mainEntity"] = owner_object(view);
  bj::array parts;
  for (const auto& publication : site.publications) {
    parts.push_back(work_json_ld(view, publication, page_url(view, publication), Authors::first));
  }
  for (const auto& project : site.projects) {
    parts.push_back(work_json_ld(view, project, page_url(view, project)));
  }
  if (!parts.empty()) page["hasPart"] = std::move(parts);
  return page;
}

}  // namespace agent_access::documents
