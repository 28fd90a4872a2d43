#include "http/conditional.hpp"

#include <algorithm>
#include <cstdint>

namespace agent_access::http {
namespace {

enum class Comparison : std::uint8_t { weak, strong };

/// RFC 9110 section 8.8.3.2; `etag` is strong.
bool names(std::string_view list, std::string_view etag, Comparison comparison) noexcept {
  std::string_view rest = list;
  const auto skip = [&rest](std::string_view characters) noexcept {
    rest.remove_prefix(std::min(rest.find_first_not_of(characters), rest.size()));
  };
  skip(" \t");
  if (rest.starts_with('*')) {
    rest.remove_prefix(1);
    skip(" \t");
    return rest.empty();
  }
  for (skip(" \t,"); !rest.empty(); skip(" \t,")) {
    const bool is_weak = rest.starts_with("W/");
    if (is_weak) rest.remove_prefix(2);
    // An opaque-tag may contain a comma, so the closing quote is its end.
    if (!rest.starts_with('"')) return false;
    const auto closing = rest.find('"', 1);
    if (closing == std::string_view::npos) return false;
    const bool is_comparable = !is_weak || comparison == Comparison::weak;
    if (is_comparable && rest.substr(0, closing + 1) == etag) return true;
    rest.remove_prefix(closing + 1);
  }
  return false;
}

}  // namespace

bool names_etag(std::string_view if_none_match, std::string_view etag) noexcept {
  if (if_none_match == etag) return true;  // the most frequent case
  return names(if_none_match, etag, Comparison::weak);
}

bool names_strong_etag(std::string_view if_match, std::string_view etag) noexcept {
  return names(if_match, etag, Comparison::strong);
}

bool is_not_modified(const Request& request, std::string_view etag) noexcept {
  return std::ranges::any_of(request.fields, [etag](const Field& field) {
    return equal_names(field.name, "If-None-Match") && names_etag(field.value, etag);
  });
}

}  // namespace agent_access::http
