#include "http/http_date.hpp"

#include <array>

namespace agent_access::http {
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
