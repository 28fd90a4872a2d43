#include "http/conditional.hpp"

#include <algorithm>
#include <array>
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

namespace {

constexpr std::array<std::string_view, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/// IMF-fixdate, the form of RFC 850, and that of asctime. The program never sets a locale, so names are English.
constexpr std::array kForms{"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"};

/// The longest: "Wednesday, 09-Nov-94 08:49:37 GMT".
constexpr std::size_t kLongest = 33;

void append_two(std::string& out, int number) {
  out += static_cast<char>('0' + number / 10);
  out += static_cast<char>('0' + number % 10);
}

}  // namespace

std::string http_date(std::time_t time) {
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::string out;
  out.reserve(29);
  out += kDays[static_cast<std::size_t>(utc.tm_wday)];
  out += ", ";
  append_two(out, utc.tm_mday);
  out += ' ';
  out += kMonths[static_cast<std::size_t>(utc.tm_mon)];
  out += ' ';
  append_two(out, (utc.tm_year + 1900) / 100);
  append_two(out, (utc.tm_year + 1900) % 100);
  out += ' ';
  append_two(out, utc.tm_hour);
  out += ':';
  append_two(out, utc.tm_min);
  out += ':';
  append_two(out, utc.tm_sec);
  out += " GMT";
  return out;
}

std::optional<std::time_t> parse_http_date(std::string_view text) {
  if (text.size() > kLongest) return std::nullopt;
  const std::string copy(text);  // ends with NUL
  for (const char* const form : kForms) {
    std::tm utc{};
    const char* const end = ::strptime(copy.c_str(), form, &utc);
    if (end != nullptr && end == copy.c_str() + copy.size()) return ::timegm(&utc);
  }
  return std::nullopt;
}

}  // namespace agent_access::http
