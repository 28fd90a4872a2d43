#include "net/exchange/http_date.hpp"

#include <array>

namespace agent_access::net {
namespace {

constexpr std::array<std::string_view, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

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

std::string_view DateLine::current() {
  const std::time_t now = std::time(nullptr);
  if (now != rendered_) {
    line_ = "Date: " + http_date(now) + "\r\n";
    rendered_ = now;
  }
  return line_;
}

}  // namespace agent_access::net
