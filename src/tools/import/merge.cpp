#include "tools/import/merge.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <iterator>
#include <map>
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

using Objects = std::vector<const bj::object*>;
/// The names of an item, the surest first; empty for none.
using Names = std::array<std::string, 3>;

Names names_of(std::string_view list, const bj::object& item) {
  if (list == "publications") {
    const auto key = text_of(item, "key");
    const auto doi = folded(text_of(item, "doi"));
    return {key.empty() ? key : "key " + key, doi.empty() ? doi : "doi " + doi,
            folded(text_of(item, "title")) + " " + text_of(item, "date").substr(0, 4)};
  }
  const auto* const known = std::ranges::find(kLists, list, &ListNames::list);
  if (known == kLists.end()) return {};
  const auto name = folded(text_of(item, known->members[0])) + " " + folded(text_of(item, known->members[1]));
  return {name + " " + text_of(item, "from") + " " + text_of(item, "date"), name, {}};
}

Objects objects_in(const bj::value* value) {
  Objects objects;
  if (value == nullptr || !value->is_array()) return objects;
  for (const auto& item : value->get_array()) {
    if (item.is_object()) objects.push_back(&item.get_object());
  }
  return objects;
}

/// For each item of `of` the one of `in` that is the same, or null; each at most once. Pairs with surer names first.
Objects matches(std::string_view list, const Objects& of, const Objects& in) {
  Objects found(of.size(), nullptr);
  std::set<const bj::object*> taken;
  for (std::size_t level = 0; level < Names().size(); ++level) {
    std::multimap<std::string, const bj::object*> by_name;
    for (const auto* item : in) by_name.emplace(names_of(list, *item)[level], item);
    for (std::size_t i = 0; i < of.size(); ++i) {
      const auto name = names_of(list, *of[i])[level];
      if (found[i] != nullptr || name.empty()) continue;
      const auto [begin, end] = by_name.equal_range(name);
      const auto free = std::find_if(begin, end, [&](const auto& each) { return !taken.contains(each.second); });
      if (free == end) continue;
      found[i] = free->second;
      taken.insert(free->second);
    }
  }
  return found;
}

bool is_list_of_objects(const bj::value* value) {
  return value != nullptr && value->is_array() && !value->get_array().empty() &&
         std::ranges::all_of(value->get_array(), [](const bj::value& item) { return item.is_object(); });
}

/// Only the slug is not part of what the import remembers.
bool is_untouched(const bj::object* old, bj::object item) {
  item.erase("slug");
  return old != nullptr && *old == item;
}

/// The three sides of a list, item by item. New items come behind the one that they follow in `now`.
bj::array merged_list(std::string_view name, const bj::value* before, const bj::value& mine, const bj::value* now,
                      std::vector<std::string>& kept) {
  const auto olds = objects_in(before);
  const auto owns = objects_in(&mine);
  const auto news = objects_in(now);
  const auto new_of_own = matches(name, owns, news);
  const auto old_of_own = matches(name, owns, olds);
  const auto old_of_new = matches(name, news, olds);
  const auto own_of = [&](const bj::object* item) { return std::ranges::find(new_of_own, item) - new_of_own.begin(); };
  std::vector<std::pair<const bj::object*, bj::object>> result;  // with the item of `now`, or null
  for (std::size_t i = 0; i < owns.size(); ++i) {
    const auto* const item = new_of_own[i];
    if (item == nullptr) {
      // Gone from the file: stays if there is something of the owner's in it.
      if (!is_untouched(old_of_own[i], *owns[i])) result.emplace_back(nullptr, *owns[i]);
      continue;
    }
    const auto* const same = old_of_new[static_cast<std::size_t>(std::ranges::find(news, item) - news.begin())];
    const auto* const old = same == nullptr ? old_of_own[i] : same;
    result.emplace_back(item, merged(old == nullptr ? bj::object() : *old, *owns[i], *item, kept));
  }
  std::ptrdiff_t place = 0;
  for (std::size_t i = 0; i < news.size(); ++i) {
    if (own_of(news[i]) < std::ssize(new_of_own)) {
      const auto is_it = [&](const auto& each) { return each.first == news[i]; };
      place = std::ranges::find_if(result, is_it) - result.begin() + 1;
    } else if (old_of_new[i] == nullptr) {  // else the owner removed it
      result.emplace(result.begin() + place++, news[i], *news[i]);
    }
  }
  bj::array items;
  for (auto& [item, value] : result) items.emplace_back(std::move(value));
  return items;
}

/// Appends the member's value of the merged object, if there is one.
void merge_member(std::string_view name, const bj::value* before, const bj::value& mine, const bj::value* now,
                  bj::object& result, std::vector<std::string>& kept) {
  if (now != nullptr && mine.is_object() && now->is_object()) {
    const bj::object none;
    const auto& old = before != nullptr && before->is_object() ? before->get_object() : none;
    result[name] = merged(old, mine.get_object(), now->get_object(), kept);
  } else if (is_list_of_objects(&mine) && (is_list_of_objects(now) || is_list_of_objects(before))) {
    if (auto list = merged_list(name, before, mine, now, kept); !list.empty()) result[name] = std::move(list);
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
      const auto owns = objects_in(&present);
      const auto others = objects_in(&member.value());
      const auto same = matches(member.key(), others, owns);
      for (std::size_t i = 0; i < others.size(); ++i) {
        const auto index = static_cast<std::size_t>(std::ranges::find(owns, same[i]) - owns.begin());
        if (same[i] == nullptr) {
          own->get_array().emplace_back(*others[i]);
        } else {
          add_missing(own->get_array()[index].get_object(), *others[i]);
        }
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
