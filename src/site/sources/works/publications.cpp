#include "site/sources/works/publications.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <utility>

#include "json/place.hpp"
#include "site/content/work_fields.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// Members of a work without a place in site.json.
struct MemberName {
  std::string_view name;
  std::string Work::* member;
};
constexpr auto kUnplaced = std::to_array<MemberName>({{"chapter", &Work::chapter},
                                                      {"address", &Work::location},
                                                      {"eprint", &Work::eprint},
                                                      {"language", &Work::language},
                                                      {"note", &Work::note}});

/// What databases write there says of an article that it is one.
bool is_placed(const content::WorkField<Work>& field, const Work& work) noexcept {
  return field.member != &Work::genre || work.type != "article";
}

bool has_address_of(const Work& work, const std::string& eprint) {
  const auto ends_so = [&](const content::Link& link) { return link.url.ends_with(eprint); };
  return work.url.ends_with(eprint) || std::ranges::any_of(work.links, ends_so);
}

bj::object publication_of(const Work& work) {
  bj::object publication{{"title", work.title}};
  set_text(publication, "type", work.type);
  set_text(publication, "date", work.date);
  set_text(publication, "status", work.status);
  set_texts(publication, "authors", work.authors);
  set_texts(publication, "editors", work.editors);
  set_text(publication, "venue", content::container_of(work));
  for (const auto& field : content::kWorkFields<Work>) {
    if (is_placed(field, work)) set_text(publication, field.name, work.*field.member);
  }
  set_text(publication, "summary", work.summary);
  if (!work.abstract_text.empty()) append(publication, "text", bj::value(work.abstract_text));
  set_text(publication, "doi", work.doi);
  set_text(publication, "url", work.url);
  for (const auto& [title, url, summary] : work.links) {
    append(publication, "links", bj::object{{"title", title}, {"url", url}});
  }
  set_texts(publication, "topics", work.keywords);
  return publication;
}

}  // namespace

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
                      .line = work.line,
                      .kind = NoteKind::expected});
  };
  for (const auto& [name, member] : kUnplaced) {
    const auto& text = work.*member;
    const bool is_linked = member == &Work::eprint && has_address_of(work, text);
    const bool is_status = member == &Work::note && !work.status.empty();
    if (!text.empty() && !is_linked && !is_status) note(name);
  }
  for (const auto& field : content::kWorkFields<Work>) {
    if (!is_placed(field, work) && !(work.*field.member).empty()) note(field.bibtex);
  }
}

}  // namespace agent_access::sources
