#include "gated/byte_range.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/ascii.hpp"
#include "http/message.hpp"

namespace agent_access::gated {
namespace {

constexpr std::string_view kUnit = "bytes=";
constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();

/// 1*DIGIT; a number that is too large becomes the largest one. Nothing for any other text.
std::optional<std::size_t> read_position(std::string_view digits) noexcept {
  if (digits.empty() || !std::ranges::all_of(digits, base::is_digit)) return std::nullopt;
  std::size_t number = 0;
  for (const char digit : digits) {
    const auto value = static_cast<std::size_t>(digit - '0');
    number = number > (kLargest - value) / 10 ? kLargest : number * 10 + value;
  }
  return number;
}

/// The one member of a list that may have empty members (section 5.6.1.2); empty if there is no or more than one.
std::string_view only_member(std::string_view list) noexcept {
  constexpr std::string_view kEmptyMember = " \t,";
  const auto begin = list.find_first_not_of(kEmptyMember);
  if (begin == std::string_view::npos) return {};
  list = list.substr(begin, list.find_last_not_of(kEmptyMember) + 1 - begin);
  return list.contains(',') ? std::string_view() : list;
}

Selection select_last(std::size_t count, std::size_t length) noexcept {
  if (count == 0) return {Selection::Kind::unsatisfiable};
  // No part of an empty representation could be written as a Content-Range.
  if (length == 0) return {};
  const std::size_t size = std::min(count, length);
  return {Selection::Kind::part, length - size, size};
}

}  // namespace

Selection select_range(std::string_view range, std::size_t length) noexcept {
  if (!http::equal_names(range.substr(0, kUnit.size()), kUnit)) return {};
  const std::string_view member = only_member(range.substr(kUnit.size()));
  const auto dash = member.find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view before = member.substr(0, dash);
  const std::string_view after = member.substr(dash + 1);
  const auto last = read_position(after);
  if (before.empty()) return last ? select_last(*last, length) : Selection{};
  const auto first = read_position(before);
  const bool is_malformed = !first || (!after.empty() && (!last || *last < *first));
  if (is_malformed) return {};
  if (*first >= length) return {Selection::Kind::unsatisfiable};
  return {Selection::Kind::part, *first, std::min(last.value_or(kLargest), length - 1) - *first + 1};
}

}  // namespace agent_access::gated
