#include <boost/json/array.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

void add_address(bj::object& object, const std::string& page, const std::string& work) {
  const std::string& address = page.empty() ? work : page;
  add(object, "@id", address);
  add(object, "url", address);
  if (address != work) add(object, "sameAs", work);
}

void add_career(bj::object& person, const content::Owner& owner, const content::Cv* cv) {
  add(person, "jobTitle", owner.job_title);
  if (!owner.works_for.empty()) person["worksFor"] = named("Organization", owner.works_for);
  if (!owner.location.empty()) person["homeLocation"] = named("Place", owner.location);
  if (cv == nullptr) return;
  bj::array schools;
  for (const auto& education : cv->education) schools.push_back(named("CollegeOrUniversity", education.institution));
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
    add_career(owner, site.owner, site.cv ? &*site.cv : nullptr);
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

bj::object work_json_ld(const content::Publication& publication, const std::string& page) {
  bj::object object = named(publication.venue.empty() ? "Article" : "ScholarlyArticle", publication.title);
  object["headline"] = publication.title;
  add_address(object, page, publication.url);
  add(object, "datePublished", publication.date);
  bj::array authors;
  for (const auto& author : publication.authors) authors.push_back(named("Person", author));
  if (!authors.empty()) object["author"] = std::move(authors);
  if (!publication.venue.empty()) object["isPartOf"] = named("CreativeWork", publication.venue);
  add(object, "description", publication.summary);
  add(object, "keywords", publication.topics);
  return object;
}

bj::object work_json_ld(const content::Project& project, const std::string& page, const content::Owner& author) {
  const bool is_software = !project.repository.empty() || !project.language.empty();
  bj::object object = named(is_software ? "SoftwareSourceCode" : "CreativeWork", project.title);
  add_address(object, page, project.url);
  add(object, "dateCreated", project.date);
  object["author"] = named(author.kind == content::OwnerKind::person ? "Person" : "Organization", author.name);
  add(object, "creativeWorkStatus", project.status);
  add(object, "description", project.summary);
  add(object, "codeRepository", project.repository);
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
    parts.push_back(work_json_ld(publication, page_url(view, publication)));
  }
  for (const auto& project : site.projects) {
    parts.push_back(work_json_ld(project, page_url(view, project), site.owner));
  }
  if (!parts.empty()) page["hasPart"] = std::move(parts);
  return page;
}

}  // namespace agent_access::documents
