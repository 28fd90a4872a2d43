#include "site/sources/works/csl.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/place.hpp"
#include "json/reader.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/texts/names.hpp"
#include "site/sources/works/addresses.hpp"
#include "site/sources/works/work_types.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

std::string name_of_member(ForeignObject& in) {
  if (auto name = in.text("literal name"); !name.empty()) return name;
  std::vector<std::string> family;
  for (const auto* part : {"dropping-particle", "non-dropping-particle", "family"}) {
    if (auto text = in.text(part); !text.empty()) family.push_back(std::move(text));
  }
  auto name = name_of(base::joined(family, " "), in.text("given"));
  if (const auto suffix = in.text("suffix"); !suffix.empty()) name += " " + suffix;
  return name;
}

std::vector<std::string> people(ForeignObject& in, std::string_view role) {
  const auto* const value = in.value(role);
  if (value == nullptr || value->is_string()) return in.words(role);
  std::vector<std::string> names;
  in.each(role, [&](ForeignObject& person) {
    person.ignore_others();
    auto name = name_of_member(person);
    if (name == "others" || name == "et al.") {
      in.note({}, "names not all authors (\"and others\"); those that it names are taken");
    } else if (!name.empty()) {
      names.push_back(std::move(name));
    }
  });
  return names;
}

void set_date(ForeignObject& in, Work& work) {
  for (const auto* name :
       {"issued", "published", "published-print", "published-online", "created", "releaseDate", "date", "year"}) {
    const auto date = work.date.empty() && work.status.empty() ? in.date(name) : std::nullopt;
    if (!date) continue;
    work.date = name == std::string_view("releaseDate") ? month_of_day(date->date) : date->date;
    work.status = date->status;
  }
  for (const auto& text : work.date.empty() ? in.paragraphs("status note") : std::vector<std::string>()) {
    if (const auto date = read_date(text)) work.status = date->status;
  }
}

void set_container(ForeignObject& in, std::string_view type, Work& work) {
  const bool is_journal = type.starts_with("article") || type.contains("journal") || type.starts_with("review");
  (is_journal ? work.journal : work.book) = in.text("container-title venue journal");
  work.event = in.text("event-title event");
  work.series = in.text("collection-title");
  work.volume = in.text("volume");
  work.number = in.text("issue number");
  work.pages = in.text("page pages");
  work.chapter = in.text("chapter-number");
  work.edition = in.text("edition");
  work.publisher = in.text("publisher institution");
  work.location = in.text("publisher-place");
  work.genre = in.text("genre");
}

void set_addresses(ForeignObject& in, Work& work) {
  work.doi = bare_doi(in.text("DOI doi"));
  if (!content::doi_fault(work.doi).empty()) work.doi.clear();
  AddressList list(work);
  for (const auto& url : in.urls("URL url website")) list.add(url);
  work.isbn = in.text("ISBN");
  work.issn = in.text("ISSN");
}

/// The works of a document, and where they are.
const bj::value& works_in(const bj::value& document, std::string& place) {
  const bj::value* works = &document;
  for (const auto* name : {"message", "items"}) {
    const auto* const inner = works->is_object() ? works->get_object().if_contains(name) : nullptr;
    if (inner == nullptr) continue;
    works = inner;
    place = json::place_of_member(place, name);
  }
  return *works;
}

}  // namespace

std::optional<Work> read_work(ForeignObject& in) {
  Work work{.title = in.text("title name short-title")};
  if (const auto more = in.text("subtitle"); !work.title.contains(more)) work.title += ": " + more;
  if (work.title.empty()) {
    in.note({}, "has no title; left out");
    in.ignore_others();
    return std::nullopt;
  }
  const auto type = base::lower_case(in.text("type"));
  work.type = type.empty() ? std::string_view() : work_type(type);
  if (work.type.empty() && !type.empty()) work.type = "other";
  set_date(in, work);
  work.authors = people(in, "author authors");
  work.editors = people(in, "editor");
  set_container(in, type, work);
  set_addresses(in, work);
  work.abstract_text = base::joined(in.paragraphs("abstract summary description"), " ");
  work.keywords = in.words("keyword keywords subject");
  work.language = in.text("language");
  work.key = in.text("citation-key id");
  return work;
}

base::Result<Bibliography, std::string> read_csl(std::string_view text) {
  if (text.size() > kMostBytes) return base::Failure<std::string>("is larger than 16 MiB; split it");
  const auto strict = without_comments(text);
  const auto document = parse_foreign_json(strict);
  if (!document) return base::Failure(document.error());
  Bibliography out;
  std::string place;
  const auto& works = works_in(*document, place);
  json::Lines lines;
  std::vector<std::string> places;
  each_object(works, place, out.notes, [&](ForeignObject& item) {
    auto work = out.works.size() < kMostWorks ? read_work(item) : std::nullopt;
    // Dozens of members about the record itself, of which each program writes others.
    item.ignore_others();
    if (!work) return;
    lines.emplace(item.place(), 0);
    places.push_back(item.place());
    out.works.push_back(std::move(*work));
  });
  for (const auto& note : out.notes) lines.emplace(note.place, 0);
  json::find_lines(strict, lines);
  for (auto& note : out.notes) note.line = lines.at(note.place);
  for (std::size_t i = 0; i < places.size(); ++i) out.works[i].line = lines.at(places[i]);
  return finished(std::move(out), 0);
}

}  // namespace agent_access::sources
