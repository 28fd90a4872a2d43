#include "site/sources/joined_site.hpp"

#include <algorithm>
#include <array>
#include <boost/json/value.hpp>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/content/sentence.hpp"
#include "site/sources/item_index.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

constexpr std::string_view kWorks = "publications";
/// The lists whose items are joined one by one.
constexpr auto kJoinedLists = std::to_array<std::string_view>({kWorks, "projects", "cv.sections"});

bool is_joined(std::string_view list) { return std::ranges::find(kJoinedLists, list) != kJoinedLists.end(); }

/// Whether two texts are there and differ.
bool differ(std::string_view one, std::string_view other) { return !one.empty() && !other.empty() && one != other; }

/// A document to which others are added. What was added is found by the next ones.
class Joint {
 public:
  /// `finds_keys`: whether works are found by their keys, too. `document` outlives it.
  Joint(bj::object& document, bool finds_keys) : document_(document), finds_keys_(finds_keys) {}

  /// "2 of publications, owner.summary": what both have; empty for nothing.
  std::string add(bj::object& other) {
    repeated_.clear();
    join(document_, other, {});
    return base::joined(repeated_);
  }

 private:
  void join(bj::object& to, bj::object& other, const std::string& place) {
    for (auto& member : other) {
      auto* const own = to.if_contains(member.key());
      const auto inner = json::place_of_member(place, member.key());
      if (own == nullptr) {
        to.emplace(member.key(), std::move(member.value()));
      } else if (own->is_object() && member.value().is_object()) {
        join(own->get_object(), member.value().get_object(), inner);
      } else if (own->is_array() && member.value().is_array() && is_joined(inner)) {
        join_items(own->get_array(), member.value().get_array(), inner);
      } else if (*own != member.value() && is_outside_) {
        repeated_.push_back(inner);
      }
    }
  }

  void join_items(bj::array& own, bj::array& items, const std::string& place) {
    auto& index = indexes_[place];
    index.extend(own);
    const auto found = find_items(index, own, items, place == kWorks);
    is_outside_ = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto same = found.find(i);
      if (same == found.end()) {
        own.push_back(std::move(items[i]));
      } else {
        auto& item = own[same->second];
        join(item.get_object(), items[i].get_object(), place);
        index.insert(item, same->second);
      }
    }
    is_outside_ = true;
    if (!found.empty()) repeated_.push_back(std::to_string(found.size()) + " of " + place);
  }

  /// For items the own ones that are the same, each once; these are no longer in the index.
  std::map<std::size_t, std::size_t> find_items(ItemIndex& index, const bj::array& own, const bj::array& items,
                                                bool are_works) const {
    std::map<std::size_t, std::size_t> found;
    for (const auto mark : kItemMarks) {
      if (mark == ItemMark::key && !finds_keys_) continue;
      if (mark != ItemMark::title && !are_works) continue;
      for (std::size_t i = 0; i < items.size(); ++i) {
        const auto same = found.contains(i) ? std::nullopt : index.find(items[i], mark);
        if (!same) continue;
        index.erase(own[*same], *same);
        found.emplace(i, *same);
      }
    }
    return found;
  }

  bj::object& document_;
  bool finds_keys_;
  bool is_outside_ = true;  ///< of an item of a list
  std::map<std::string, ItemIndex> indexes_;
  std::vector<std::string> repeated_;
};

std::string_view text_of(const Source& source, std::string_view path) { return json::text_at(source.said.site, path); }

/// "de" of "de-CH".
std::string_view language_of(const Source& source) {
  const auto language = text_of(source, "language");
  return language.substr(0, language.find('-'));
}

/// What keeps two sources about an owner from being one site; empty if nothing does.
std::string conflict_of(const Source& one, const Source& other) {
  const auto in_both = [&](std::string_view path, const char* verb) {
    return one.name + verb + std::string(text_of(one, path)) + ", " + other.name + verb +
           std::string(text_of(other, path));
  };
  if (comparison_form(text_of(one, "owner.name")) != comparison_form(text_of(other, "owner.name"))) {
    return in_both("owner.name", " is about ") +
           "; a site has one owner: name one of the two files, or give both the same name";
  }
  if (!differ(language_of(one), language_of(other))) return {};
  return in_both("language", " is in the language ") +
         "; a site has one language: name one of the two files, and make a site of its own of the other";
}

/// Of a source about an owner, else of the first one that has one.
void add_language(std::span<const Source> sources, bj::object& site) {
  std::string_view language;
  for (const auto& source : sources) {
    const bool is_better = language.empty() || !text_of(source, "owner.name").empty();
    if (is_better && source.said.site.contains("language")) language = text_of(source, "language");
  }
  if (!language.empty()) site["language"] = language;
}

/// The first sentence of the owner's summary, if it is a short line.
void add_tagline(bj::object& site) {
  constexpr std::size_t kLongest = 120;
  const auto line = content::first_sentence(json::text_at(site, "owner.summary"));
  if (!line.empty() && line.size() <= kLongest) site.emplace("tagline", line);
}

/// Works of two sources may have one key: the later ones get a number.
void number_keys(bj::object& site) {
  auto* const works = site.if_contains(kWorks);
  if (works == nullptr) return;
  std::map<std::string, std::size_t> counts;
  for (auto& work : works->get_array()) {
    const std::string key(text_in(work, "key"));
    const auto count = key.empty() ? 1 : ++counts[key];
    if (count > 1) work.get_object()["key"] = key + "#" + std::to_string(count);
  }
}

/// Of a work without a slug, not yet unique.
std::string slug_for(const bj::value& item, std::string_view kind) {
  const std::string year(year_of(item));
  auto slug = slug_of(text_in(item, "key"));
  if (!slug.empty()) return slug;
  slug = slug_of(text_in(item, "title"));
  if (slug.empty()) slug = kind;
  return year.empty() || slug.ends_with(year) ? slug : slug + "-" + year;
}

/// With the name of the source in their places.
std::vector<WithheldNumber> numbers_of(const Source& source) {
  auto numbers = source.said.withheld_numbers;
  for (auto& number : numbers) number.place += " in " + source.name;
  return numbers;
}

}  // namespace

void note_numbers_of_others(std::span<Source> sources) {
  std::vector<WithheldNumber> all;
  for (const auto& source : sources) std::ranges::move(numbers_of(source), std::back_inserter(all));
  if (all.empty()) return;
  for (auto& source : sources) {
    auto others = all;
    // The reader of the source has noted its own.
    std::erase_if(others, [&](const WithheldNumber& number) {
      const auto& own = source.said.withheld_numbers;
      return std::ranges::find(own, number.digits, &WithheldNumber::digits) != own.end();
    });
    for (const auto& [place, text, number] : texts_with_numbers(source.said.site, source.said.questions, others)) {
      add_note(source.said.notes, {.place = place, .sentence = sentence_of(number)});
    }
  }
}

base::Result<JoinedSources, std::string> join_sources(std::vector<Source> sources) {
  JoinedSources joined;
  const Source* first = nullptr;
  for (const auto& source : sources) {
    if (text_of(source, "owner.name").empty()) continue;
    if (first == nullptr) first = &source;
    if (auto conflict = conflict_of(*first, source); !conflict.empty()) return base::Failure(std::move(conflict));
  }
  add_language(sources, joined.site);
  bj::object faq{{"questions", bj::array()}};
  Joint joint(joined.site, false);
  for (auto& source : sources) {
    std::ranges::move(numbers_of(source), std::back_inserter(joined.withheld_numbers));
    source.said.site.stable_erase("language");
    if (const auto repeated = joint.add(source.said.site); !repeated.empty()) {
      joined.repeated.push_back(source.name + ": an earlier file has these already: " + repeated);
    }
    add_questions(faq, source.said.questions);
  }
  joined.questions = std::move(faq["questions"].get_array());
  add_tagline(joined.site);
  number_keys(joined.site);
  return joined;
}

void add_missing(bj::object& own, bj::object said) { Joint(own, true).add(said); }

void add_questions(bj::object& own, const bj::array& questions) {
  if (questions.empty()) return;
  auto& list = own["questions"];
  if (list.is_null()) list.emplace_array();
  if (!list.is_array()) return;  // a fault of the owner's file
  std::set<std::string> asked;
  for (const auto& item : list.get_array()) asked.insert(comparison_form(text_in(item, "question")));
  for (const auto& item : questions) {
    if (asked.insert(comparison_form(text_in(item, "question"))).second) list.get_array().push_back(item);
  }
}

void add_slugs(bj::object& site) {
  for (const auto& [list, kind] : {std::pair{"publications", "publication"}, std::pair{"projects", "project"}}) {
    auto* const items = site.if_contains(list);
    if (items == nullptr || !items->is_array()) continue;
    std::set<std::string, std::less<>> taken;
    for (const auto& item : items->get_array()) taken.emplace(text_in(item, "slug"));
    std::map<std::string, std::size_t> counts;
    for (auto& item : items->get_array()) {
      if (!item.is_object() || item.get_object().contains("slug")) continue;
      const auto slug = slug_for(item, kind);
      auto free = slug;
      while (!taken.insert(free).second) free = slug + "-" + std::to_string(++counts.emplace(slug, 1).first->second);
      item.get_object().emplace("slug", free);
    }
  }
}

}  // namespace agent_access::sources
