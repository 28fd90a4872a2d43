/// \file
/// Finds the item of a list that is the same as another one: by DOI, key or title. Not thread safe, no I/O.
#pragma once

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace agent_access::sources {

/// A text member of an item; empty if it has none.
[[nodiscard]] std::string_view text_in(const boost::json::value& item, std::string_view member);
/// The first four characters of `date`.
[[nodiscard]] std::string_view year_of(const boost::json::value& item);

/// By what an item is found, the surest first.
enum class ItemMark { doi, key, title };
inline constexpr std::array kItemMarks = {ItemMark::doi, ItemMark::key, ItemMark::title};

/// The places of items in a list by their marks. Works of one title may still be two, with other DOIs or of other
/// years, so with a title goes whether there is a DOI, and the year. Each step takes logarithmic time.
class ItemIndex {
 public:
  /// Inserts the items that came to the list.
  void extend(const boost::json::array& items);
  void insert(const boost::json::value& item, std::size_t place);
  /// As it was when it was inserted.
  void erase(const boost::json::value& item, std::size_t place);
  /// The first place of one that is the same by this mark.
  [[nodiscard]] std::optional<std::size_t> find(const boost::json::value& item, ItemMark mark) const;

 private:
  using Places = std::set<std::pair<std::string, std::size_t>>;

  std::array<Places, kItemMarks.size()> places_;
  std::size_t size_ = 0;
};

}  // namespace agent_access::sources
