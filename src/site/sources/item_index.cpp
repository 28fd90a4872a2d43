#include "site/sources/item_index.hpp"

#include <algorithm>
#include <vector>

#include "json/members.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

std::string mark_of(const bj::value& item, ItemMark mark) {
  switch (mark) {
    case ItemMark::doi: return comparison_form(text_in(item, "doi"));
    case ItemMark::key: return std::string(text_in(item, "key"));
    case ItemMark::title: return comparison_form(text_in(item, "title"));
  }
  return {};
}

/// Each part ends with a line feed, which no mark has.
std::string title_text(const std::string& title, bool has_doi) { return title + (has_doi ? "\nDOI\n" : "\n\n"); }

std::string indexed_text(const bj::value& item, ItemMark mark) {
  const auto text = mark_of(item, mark);
  if (text.empty()) return {};
  if (mark != ItemMark::title) return text + "\n";
  return title_text(text, !text_in(item, "doi").empty()).append(year_of(item)).append("\n");
}

/// The beginnings of texts of others that may be the same.
std::vector<std::string> sought_texts(const bj::value& item, ItemMark mark) {
  const auto text = mark_of(item, mark);
  if (text.empty()) return {};
  if (mark != ItemMark::title) return {text + "\n"};
  std::vector<std::string> texts = {title_text(text, false)};
  if (text_in(item, "doi").empty()) texts.push_back(title_text(text, true));
  const std::string year(year_of(item));
  if (year.empty()) return texts;  // of any year
  for (std::size_t i = texts.size(); i-- > 0;) {
    texts.push_back(texts[i] + "\n");
    texts[i] += year + "\n";
  }
  return texts;
}

}  // namespace

std::string_view text_in(const bj::value& item, std::string_view member) {
  return item.is_object() ? json::text_at(item.get_object(), member) : std::string_view();
}

std::string_view year_of(const bj::value& item) { return text_in(item, "date").substr(0, 4); }

void ItemIndex::extend(const bj::array& items) {
  for (; size_ < items.size(); ++size_) insert(items[size_], size_);
}

void ItemIndex::insert(const bj::value& item, std::size_t place) {
  for (const auto mark : kItemMarks) {
    if (auto text = indexed_text(item, mark); !text.empty())
      places_.at(static_cast<std::size_t>(mark)).emplace(std::move(text), place);
  }
}

void ItemIndex::erase(const bj::value& item, std::size_t place) {
  for (const auto mark : kItemMarks)
    places_.at(static_cast<std::size_t>(mark)).erase({indexed_text(item, mark), place});
}

std::optional<std::size_t> ItemIndex::find(const bj::value& item, ItemMark mark) const {
  const auto& places = places_.at(static_cast<std::size_t>(mark));
  std::optional<std::size_t> first;
  for (const auto& text : sought_texts(item, mark)) {
    const auto found = places.lower_bound({text, 0});
    if (found == places.end() || !found->first.starts_with(text)) continue;
    first = std::min(first.value_or(found->second), found->second);
  }
  return first;
}

}  // namespace agent_access::sources
