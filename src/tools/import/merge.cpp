#include "tools/import/merge.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <initializer_list>
#include <set>
#include <string_view>
#include <utility>

#include "json/strict_json.hpp"
#include "tools/import/foreign_text.hpp"

namespace agent_access::tools {

namespace {

namespace bj = boost::json;

/// By what an item of a list is recognised.
struct ListNames {
  std::string_view list;
  std::array<std::string_view, 2> members;
};
constexpr auto kLists = std::to_array<ListNames>({{"positions", {"title", "organisation"}},
                                                  {"education", {"degree", "institution"}},
                                                  {"skills", {"area", ""}},
                                                  {"languages", {"language", ""}},
                                                  {"awards", {"name", ""}},
                                                  {"sections", {"title", ""}},
                                                  {"items", {"title", "organization"}},
                                                  {"links", {"url", ""}},
                                                  {"channels", {"url", ""}},
                                                  {"projects", {"title", ""}},
                                                  {"questions", {"question", ""}}});

std::string text_of(const bj::object& item, std::string_view name) {
  const auto* const value = item.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

/// The names of an item, the surest first.
std::vector<std::string> names_of(std::string_view list, const bj::object& item) {
  std::vector<std::string> names;
  if (list == "publications") {
    if (const auto key = text_of(item, "key"); !key.empty()) names.push_back("key " + key);
    if (const auto doi = text_of(item, "doi"); !doi.empty()) names.push_back("doi " + folded(doi));
    names.push_back(folded(text_of(item, "title")) + " " + text_of(item, "date").substr(0, 4));
    return names;
  }
  const auto* const known = std::ranges::find(kLists, list, &ListNames::list);
  if (known == kLists.end()) return names;
  names.push_back(folded(text_of(item, known->members[0])) + " " + folded(text_of(item, known->members[1])));
  return names;
}

/// The items of a list by their names. Each is found once, so that equal names stand for one item after the other.
class Items {
 public:
  Items(std::string_view list, const bj::value* value) : list_(list) {
    if (value == nullptr || !value->is_array()) return;
    for (const auto& item : value->get_array()) {
      if (item.is_object()) items_.push_back(&item.get_object());
    }
    for (std::size_t i = 0; i < items_.size(); ++i) {
      for (auto& name : names_of(list, *items_[i])) by_name_.emplace(std::move(name), i);
    }
    is_taken_.resize(items_.size());
  }

  /// Null if there is none that has not been found before.
  const bj::object* take(const bj::object& like) {
    for (const auto& name : names_of(list_, like)) {
      for (auto found = by_name_.lower_bound({name, 0}); found != by_name_.end() && found->first == name; ++found) {
        if (is_taken_[found->second]) continue;
        is_taken_[found->second] = true;
        return items_[found->second];
      }
    }
    return nullptr;
  }
  /// The number of the item, for order.
  [[nodiscard]] std::size_t index_of(const bj::object* item) const {
    return static_cast<std::size_t>(std::ranges::find(items_, item) - items_.begin());
  }
  [[nodiscard]] const std::vector<const bj::object*>& all() const noexcept { return items_; }
  [[nodiscard]] bool is_taken(std::size_t index) const { return is_taken_[index]; }

 private:
  std::string_view list_;
  std::vector<const bj::object*> items_;
  std::set<std::pair<std::string, std::size_t>> by_name_;
  std::vector<bool> is_taken_;
};

bool is_list_of_objects(const bj::value* value) {
  return value != nullptr && value->is_array() && !value->get_array().empty() &&
         std::ranges::all_of(value->get_array(), [](const bj::value& item) { return item.is_object(); });
}

/// The three sides of a list are compared item by item; items of `now` come behind the one that they follow there.
class ListMerge {
 public:
  ListMerge(std::string_view name, const bj::value* before, const bj::value& mine, const bj::value* now,
            std::vector<std::string>& kept)
      : before_(name, before), mine_(name, &mine), now_(name, now), kept_(kept), name_(name) {}

  bj::array run() {
    // First the pairs, so that the strongest names decide before new items are placed.
    std::vector<std::pair<const bj::object*, const bj::object*>> pairs;  // of `now` and `mine`
    for (const auto* item : now_.all()) pairs.emplace_back(item, mine_.take(*item));
    for (const auto* item : mine_.all()) add_mine(*item, pairs);
    std::size_t place = 0;
    for (const auto& [item, of_mine] : pairs) {
      if (of_mine != nullptr) {
        place = place_behind(of_mine, place);
        continue;
      }
      // What was written before and is there no more was removed by the owner.
      if (before_.take(*item) != nullptr) continue;
      result_.insert(result_.begin() + static_cast<std::ptrdiff_t>(place), *item);
      origins_.insert(origins_.begin() + static_cast<std::ptrdiff_t>(place), nullptr);
      ++place;
    }
    return std::move(result_);
  }

 private:
  void add_mine(const bj::object& item, const std::vector<std::pair<const bj::object*, const bj::object*>>& pairs) {
    const auto pair = std::ranges::find(pairs, &item, [](const auto& each) { return each.second; });
    const auto* const old = before_.take(pair != pairs.end() && before_has_not(item) ? *pair->first : item);
    if (pair != pairs.end()) {
      result_.emplace_back(merged(old == nullptr ? bj::object() : *old, item, *pair->first, kept_));
    } else if (old != nullptr && is_untouched(*old, item)) {
      return;  // gone from the file, and nothing of the owner's in it
    } else {
      result_.emplace_back(item);
    }
    origins_.push_back(&item);
  }
  [[nodiscard]] bool before_has_not(const bj::object& item) const {
    const auto names = names_of(name_, item);
    return std::ranges::none_of(before_.all(), [&](const bj::object* old) { return names_of(name_, *old) == names; });
  }
  /// Only the slug is not part of what the import remembers.
  static bool is_untouched(const bj::object& old, bj::object item) {
    item.erase("slug");
    return old == item;
  }
  std::size_t place_behind(const bj::object* of_mine, std::size_t place) const {
    const auto found = std::ranges::find(origins_, of_mine);
    return found == origins_.end() ? place : static_cast<std::size_t>(found - origins_.begin()) + 1;
  }

  Items before_;
  Items mine_;
  Items now_;
  std::vector<std::string>& kept_;
  std::string_view name_;
  bj::array result_;
  std::vector<const bj::object*> origins_;  ///< the item of `mine` for each in result_; null: new
};

/// Appends the member's value of the merged object, if there is one.
void merge_member(std::string_view name, const bj::value* before, const bj::value& mine, const bj::value* now,
                  bj::object& result, std::vector<std::string>& kept) {
  if (now != nullptr && mine.is_object() && now->is_object()) {
    const bj::object none;
    const auto& old = before != nullptr && before->is_object() ? before->get_object() : none;
    result[name] = merged(old, mine.get_object(), now->get_object(), kept);
  } else if (is_list_of_objects(&mine) && (is_list_of_objects(now) || is_list_of_objects(before))) {
    if (auto list = ListMerge(name, before, mine, now, kept).run(); !list.empty()) result[name] = std::move(list);
  } else if (before == nullptr || mine != *before) {
    result[name] = mine;
    const bool is_news = now != nullptr && *now != mine && (before == nullptr || *before != *now);
    if (is_news) kept.emplace_back(name);
  } else if (now != nullptr) {
    result[name] = *now;
  }
}

std::string unique_slug(const bj::object& item, std::string_view kind, std::set<std::string>& taken) {
  const auto year = text_of(item, "date").substr(0, 4);
  auto slug = slug_of(text_of(item, "title"));
  if (slug.empty()) slug = slug_of(text_of(item, "key"));
  if (slug.empty()) slug = std::string(kind) + (year.empty() ? "" : "-" + year);
  if (taken.contains(slug) && !year.empty() && !slug.ends_with(year)) slug += "-" + year;
  auto free = slug;
  for (std::size_t number = 2; taken.contains(free); ++number) free = slug + "-" + std::to_string(number);
  taken.insert(free);
  return free;
}

}  // namespace

void add_missing(bj::object& to, const bj::object& other) {
  for (const auto& member : other) {
    auto* const own = to.if_contains(member.key());
    if (own == nullptr) {
      to[member.key()] = member.value();
    } else if (own->is_object() && member.value().is_object()) {
      add_missing(own->get_object(), member.value().get_object());
    } else if (is_list_of_objects(own) && is_list_of_objects(&member.value())) {
      const auto present = *own;
      Items items(member.key(), &present);
      for (const auto& item : member.value().get_array()) {
        const auto* const same = items.take(item.get_object());
        if (same == nullptr)
          own->get_array().push_back(item);
        else
          add_missing(own->get_array()[items.index_of(same)].get_object(), item.get_object());
      }
    }
  }
}

bj::object merged(const bj::object& before, const bj::object& mine, const bj::object& now,
                  std::vector<std::string>& kept) {
  bj::object result;
  for (const auto& member : mine) {
    merge_member(member.key(), before.if_contains(member.key()), member.value(), now.if_contains(member.key()), result,
                 kept);
  }
  for (const auto& member : now) {
    if (!mine.contains(member.key()) && !before.contains(member.key())) result[member.key()] = member.value();
  }
  return result;
}

void add_slugs(bj::object& site) {
  for (const auto& [list, kind] : {std::pair{"publications", "publication"}, std::pair{"projects", "project"}}) {
    auto* const value = site.if_contains(list);
    if (!is_list_of_objects(value)) continue;
    std::set<std::string> taken;
    for (const auto& item : value->get_array()) taken.insert(text_of(item.get_object(), "slug"));
    for (auto& item : value->get_array()) {
      if (item.get_object().contains("slug")) continue;
      bj::object with{{"slug", unique_slug(item.get_object(), kind, taken)}};
      for (auto& member : item.get_object()) with[member.key()] = std::move(member.value());
      item = std::move(with);
    }
  }
}

}  // namespace agent_access::tools
