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

#include "json/members.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

/// By what an item of a list is recognized.
struct ListNames {
  std::string_view list;
  std::array<std::string_view, 2> members;
};
constexpr auto kListNames = std::to_array<ListNames>({{"positions", {"title", "organisation"}},
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

using Objects = std::vector<const bj::object*>;
/// Items with what was found for them.
using Pairs = std::map<const bj::object*, const bj::object*>;

const bj::object* found_for(const bj::object* item, const Pairs& pairs) {
  const auto found = pairs.find(item);
  return found == pairs.end() ? nullptr : found->second;
}

/// The names of an item, the surest first; empty for none.
std::array<std::string, 3> names_of(std::string_view list, const bj::object& item) {
  const auto text = [&item](std::string_view name) { return std::string(json::text_at(item, name)); };
  if (list == "publications") {
    const auto doi = sources::comparison_form(text("doi"));
    return {text("key").empty() ? "" : "key " + text("key"), doi.empty() ? "" : "doi " + doi,
            sources::comparison_form(text("title")) + " " + text("date").substr(0, 4)};
  }
  const auto* const known = std::ranges::find(kListNames, list, &ListNames::list);
  if (known == kListNames.end()) return {};
  const auto name =
      sources::comparison_form(text(known->members[0])) + " " + sources::comparison_form(text(known->members[1]));
  return {name + " " + text("from") + " " + text("date"), name, {}};
}

Objects objects_in(const bj::value* value) {
  Objects objects;
  if (value == nullptr || !value->is_array()) return objects;
  for (const auto& item : value->get_array()) {
    if (item.is_object()) objects.push_back(&item.get_object());
  }
  return objects;
}

bool is_list_of_objects(const bj::value* value) {
  const auto objects = objects_in(value);
  return !objects.empty() && objects.size() == value->get_array().size();
}

/// For items of `of` the one of `in` that is the same; each at most once. Pairs with surer names first.
Pairs matches(std::string_view list, const Objects& of, const Objects& in) {
  Pairs pairs;
  std::set<const bj::object*> taken;
  for (std::size_t level = 0; level < names_of(list, {}).size(); ++level) {
    std::multimap<std::string, const bj::object*> by_name;
    for (const auto* item : in) by_name.emplace(names_of(list, *item)[level], item);
    for (const auto* item : of) {
      const auto name = names_of(list, *item)[level];
      if (pairs.contains(item) || name.empty()) continue;
      const auto [begin, end] = by_name.equal_range(name);
      const auto free = std::find_if(begin, end, [&](const auto& each) { return !taken.contains(each.second); });
      if (free != end && taken.insert(free->second).second) pairs.emplace(item, free->second);
    }
  }
  return pairs;
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
  std::vector<std::pair<const bj::object*, bj::object>> result;  // with the item of `now`, or null
  for (const auto* own : owns) {
    const auto* const next = found_for(own, new_of_own);
    const auto* old = found_for(next, old_of_new);
    if (old == nullptr) old = found_for(own, old_of_own);
    if (next != nullptr) {
      result.emplace_back(next, merged(old == nullptr ? bj::object() : *old, *own, *next, kept));
    } else if (!is_untouched(old, *own)) {
      // Gone from the file, but there is something of the owner's in it.
      result.emplace_back(nullptr, *own);
    }
  }
  auto place = result.begin();
  for (const auto* item : news) {
    const auto found = std::ranges::find_if(result, [item](const auto& each) { return each.first == item; });
    if (found != result.end()) {
      place = found + 1;
    } else if (!old_of_new.contains(item)) {  // else the owner removed it
      place = result.emplace(place, item, *item) + 1;
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
  const auto year = std::string(json::text_at(item, "date").substr(0, 4));
  auto slug = sources::slug_of(json::text_at(item, "title"));
  if (slug.empty()) slug = sources::slug_of(json::text_at(item, "key"));
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
      const auto pairs = matches(member.key(), objects_in(own), objects_in(&member.value()));
      std::set<const bj::object*> present;
      for (auto& item : own->get_array()) {
        const auto* const same = found_for(&item.get_object(), pairs);
        if (same != nullptr && present.insert(same).second) add_missing(item.get_object(), *same);
      }
      for (const auto* item : objects_in(&member.value())) {
        if (!present.contains(item)) own->get_array().emplace_back(*item);
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
    for (const auto& item : value->get_array()) taken.emplace(json::text_at(item.get_object(), "slug"));
    for (auto& item : value->get_array()) {
      if (item.get_object().contains("slug")) continue;
      bj::object with{{"slug", unique_slug(item.get_object(), kind, taken)}};
      for (auto& member : item.get_object()) with[member.key()] = std::move(member.value());
      item = std::move(with);
    }
  }
}

}  // namespace agent_access::tools
