#include "site/sources/works/publications.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <utility>

#include "base/text.hpp"
#include "json/place.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

const std::string& container_of(const Work& work) {
  return !work.journal.empty() ? work.journal : !work.book.empty() ? work.book : work.event;
}

/// Members of a work without a place of their own in site.json; those with `is_of_venue` may stand in its venue.
struct MemberName {
  std::string_view name;
  std::string Work::* member;
  bool is_of_venue = false;
};
constexpr auto kUnplaced = std::to_array<MemberName>({{"eventtitle", &Work::event, true},
                                                      {"series", &Work::series},
                                                      {"volume", &Work::volume, true},
                                                      {"number", &Work::number, true},
                                                      {"pages", &Work::pages, true},
                                                      {"chapter", &Work::chapter},
                                                      {"edition", &Work::edition},
                                                      {"publisher", &Work::publisher, true},
                                                      {"institution", &Work::institution, true},
                                                      {"address", &Work::location},
                                                      {"type", &Work::genre, true},
                                                      {"isbn", &Work::isbn},
                                                      {"issn", &Work::issn},
                                                      {"eprint", &Work::eprint},
                                                      {"language", &Work::language},
                                                      {"note", &Work::note},
                                                      {"award", &Work::award}});

bool has_address_of(const Work& work, const std::string& eprint) {
  const auto ends_so = [&](const content::Link& link) { return link.url.ends_with(eprint); };
  return work.url.ends_with(eprint) || std::ranges::any_of(work.links, ends_so);
}

bj::object publication_of(const Work& work) {
  bj::object publication{{"title", work.title}};
  set_text(publication, "type", work.type);
  set_text(publication, "date", work.date);
  if (work.date.empty()) set_text(publication, "status", work.status);
  set_texts(publication, "authors", work.authors.empty() ? work.editors : work.authors);
  set_text(publication, "venue", venue_of(work));
  set_text(publication, "summary", work.abstract_text);
  set_text(publication, "doi", work.doi);
  set_text(publication, "url", work.url);
  for (const auto& [title, url, summary] : work.links) {
    append(publication, "links", bj::object{{"title", title}, {"url", url}});
  }
  set_texts(publication, "topics", work.keywords);
  return publication;
}

}  // namespace

std::string venue_of(const Work& work) {
  auto venue = container_of(work);
  if (venue.empty()) {
    const bool has_number = !work.number.empty() && !work.genre.empty();
    std::vector<std::string> parts;
    base::add_once(parts, has_number ? work.genre + " " + work.number : work.genre);
    base::add_once(parts, work.institution);
    base::add_once(parts, work.publisher);
    return base::joined(parts);
  }
  if (!work.volume.empty()) venue += " " + work.volume;
  if (!work.number.empty()) venue += "(" + work.number + ")";
  if (!work.pages.empty()) venue += ", " + work.pages;
  return venue;
}

void PublicationList::add(const Work& work, const std::string& place) {
  const auto note = [&](std::string sentence) {
    notes_.push_back({.place = place, .sentence = std::move(sentence), .line = work.line});
  };
  auto key = work.key.empty() ? work.doi : work.key;
  if (!work.doi.empty()) {
    const auto [first, is_new] = dois_.emplace(comparison_form(work.doi), key.empty() ? place : key);
    if (!is_new) return note("has the DOI of " + json::quoted_name(first->second) + "; left out");
  }
  if (!key.empty() && keys_[key]++ > 0) key += "#" + std::to_string(keys_[key]);
  auto publication = publication_of(work);
  set_text(publication, "key", key);
  append(site_, "publications", std::move(publication));
  note_unplaced(work, place);
}

void PublicationList::note_unplaced(const Work& work, const std::string& place) {
  const auto note = [&](std::string_view name) {
    const auto [found, is_new] = unplaced_.emplace(name, notes_.size());
    if (!is_new) return static_cast<void>(++notes_[found->second].times);
    notes_.push_back({.place = place + (place.empty() ? "" : ".") + std::string(name),
                      .sentence = std::string(kNoPlace),
                      .line = work.line});
  };
  const auto venue = venue_of(work);
  for (const auto& [name, member, is_of_venue] : kUnplaced) {
    const auto& text = work.*member;
    const bool is_linked = member == &Work::eprint && has_address_of(work, text);
    const bool is_status = member == &Work::note && !work.status.empty();
    if (!text.empty() && !is_linked && !is_status && !(is_of_venue && venue.contains(text))) note(name);
  }
  if (!work.editors.empty() && !work.authors.empty()) note("editor");
}

}  // namespace agent_access::sources
