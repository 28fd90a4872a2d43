#include "gated/preconditions.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/ascii.hpp"
#include "http/conditional.hpp"

namespace agent_access::gated {

namespace {

/// False if the request has no If-Match that the tag satisfies.
bool is_matched(const http::Request& request, std::string_view etag) noexcept {
  return std::ranges::any_of(request.fields, [etag](const http::Field& field) {
    return http::equal_names(field.name, "If-Match") && http::names_strong_etag(field.value, etag);
  });
}

/// The date of the one field of that name.
std::optional<std::time_t> date_in(const http::Request& request, std::string_view name) {
  return request.count(name) == 1 ? http::parse_http_date(request.field(name)) : std::nullopt;
}

}  // namespace

Precondition evaluate_preconditions(const http::Request& request, const Validators& validators) {
  if (request.count("If-Match") > 0) {
    if (!is_matched(request, validators.etag)) return Precondition::failed;
  } else if (const auto since = date_in(request, "If-Unmodified-Since"); since && validators.modified > *since) {
    return Precondition::failed;
  }
  if (request.count("If-None-Match") > 0) {
    return http::is_not_modified(request, validators.etag) ? Precondition::not_modified : Precondition::holds;
  }
  const auto since = date_in(request, "If-Modified-Since");
  return since && validators.modified <= *since ? Precondition::not_modified : Precondition::holds;
}

bool permits_range(const http::Request& request, const Validators& validators, std::time_t now) {
  const std::size_t count = request.count("If-Range");
  if (count != 1) return count == 0;
  if (request.field("If-Range") == validators.etag) return true;
  return date_in(request, "If-Range") == validators.modified && validators.modified < now;
}

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
