#include "site/documents/work_json_ld.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "site/content/work_fields.hpp"
#include "site/content/works.hpp"
#include "site/documents/schema_org.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

/// `doi` is an address, too; empty without one.
void add_address(bj::object& object, const std::string& page, std::string work, std::string doi = {}) {
  if (work.empty() || work == doi) work = std::exchange(doi, {});
  const std::string& address = page.empty() ? work : page;
  add_member(object, "@id", address);
  add_member(object, "url", address);
  std::vector<std::string> others;
  if (address != work) base::add_once(others, work);
  base::add_once(others, doi);
  if (others.size() == 1) add_member(object, "sameAs", others.front());
  if (others.size() > 1) add_member(object, "sameAs", others);
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

void add_people(bj::object& object, std::string_view member, const std::vector<std::string>& names) {
  bj::array people;
  for (const auto& name : names) people.push_back(thing("Person", name));
  if (!people.empty()) object[member] = std::move(people);
}

/// `part` of the object, which may be empty.
bj::object part_of(bj::object whole, bj::object part) {
  if (!whole.empty()) part["isPartOf"] = std::move(whole);
  return part;
}

/// The periodical or the series of books, with volume and issue.
bj::object serial_of(const content::Publication& work) {
  const std::string& periodical = content::periodical_of(work);
  const std::string& name = periodical.empty() ? work.series : periodical;
  if (name.empty()) return {};
  bj::object serial = thing(periodical.empty() ? "BookSeries" : "Periodical", name);
  add_member(serial, "issn", work.issn);
  if (!work.volume.empty()) {
    serial = part_of(std::move(serial), {{"@type", "PublicationVolume"}, {"volumeNumber", work.volume}});
  }
  if (periodical.empty() || work.number.empty()) return serial;
  return part_of(std::move(serial), {{"@type", "PublicationIssue"}, {"issueNumber", work.number}});
}

/// What only a book has: the work itself, or the one of which it is a part.
void add_book_members(bj::object& book, const content::Publication& work) {
  add_member(book, "isbn", work.isbn);
  add_member(book, "bookEdition", work.edition);
  add_people(book, "editor", work.editors);
}

/// Where the work appeared.
void add_fields(bj::object& object, const content::Publication& work, const WorkKind& kind) {
  bj::object container = serial_of(work);
  if (!work.book.empty()) {
    container = part_of(std::move(container), thing("Book", work.book));
    add_book_members(container, work);
  } else {
    add_book_members(object, work);
    if (container.empty() && !work.event.empty()) container = thing("CreativeWork", work.event);
  }
  if (!container.empty()) object["isPartOf"] = std::move(container);
  if (content::has_container(work)) add_member(object, "pagination", work.pages);
  add_thing(object, "publisher", "Organization", work.publisher);
  add_thing(object, "sourceOrganization", "Organization", work.institution);
  add_member(object, "genre", work.genre);
  add_member(object, "award", work.award);
  // A venue that the owner has written instead.
  const bool is_field = work.venue == content::container_of(work) || work.venue == content::periodical_of(work);
  if (!is_field && !object.contains(kind.venue_member)) {
    add_thing(object, kind.venue_member, kind.venue_type, work.venue);
  }
}

}  // namespace

std::string_view type_of(const content::Publication& publication) { return schema_of(publication).type; }
std::string_view type_of(const content::Project& project) {
  return project.repository.empty() && project.language.empty() ? "CreativeWork" : "SoftwareSourceCode";
}

bj::object work_json_ld(const HostView& view, const content::Publication& publication, const std::string& page) {
  const WorkKind kind = schema_of(publication);
  bj::object object = thing(kind.type, publication.title);
  add_member(object, "additionalType", kind.additional_type);
  object["headline"] = publication.title;
  add_address(object, page, view.address(publication.url), content::doi_url(publication));
  if (!publication.doi.empty()) {
    object["identifier"] = {{"@type", "PropertyValue"}, {"propertyID", "DOI"}, {"value", publication.doi}};
  }
  add_member(object, "datePublished", publication.date);
  add_member(object, "creativeWorkStatus", publication.status);
  add_people(object, "author", publication.authors);
  add_fields(object, publication, kind);
  add_member(object, "description", content::description_of(publication));
  add_member(object, "keywords", publication.topics);
  return object;
}

bj::object work_json_ld(const HostView& view, const content::Project& project, const std::string& page) {
  const content::Owner& author = view.content.site.owner;
  bj::object object = thing(type_of(project), project.title);
  add_address(object, page, view.address(project.url));
  add_member(object, "dateCreated", project.date);
  object["author"] = thing(author.kind == content::OwnerKind::person ? "Person" : "Organization", author.name);
  add_member(object, "creativeWorkStatus", project.status);
  add_member(object, "description", content::description_of(project));
  add_member(object, "codeRepository", view.address(project.repository));
  add_member(object, "programmingLanguage", project.language);
  add_member(object, "license", project.licence);
  add_member(object, "keywords", project.topics);
  return object;
}

}  // namespace agent_access::documents
