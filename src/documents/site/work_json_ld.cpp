#include "documents/site/work_json_ld.hpp"

#include <boost/json/array.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/site/json_ld_members.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

void add_address(bj::object& object, const std::string& page, const std::string& work) {
  const std::string& address = page.empty() ? work : page;
  add(object, "@id", address);
  add(object, "url", address);
  if (address != work) add(object, "sameAs", work);
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

}  // namespace agent_access::documents
