#include "app/time_text.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <utility>

namespace agent_access::app {
namespace {

constexpr std::int64_t kEndOfYear9999 = 253'402'300'799;

std::string padded(std::int64_t number, std::size_t width) {
  auto text = std::to_string(number);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  return text;
}

/// Date and time of day with the given separator; only for times in range.
std::string calendar_text(std::int64_t unix_time, char separator) {
  using namespace std::chrono;
  const sys_seconds time{seconds{unix_time}};
  const auto day = floor<days>(time);
  const year_month_day date{day};
  const hh_mm_ss clock{time - day};
  return padded(static_cast<int>(date.year()), 4) + "-" + padded(static_cast<unsigned>(date.month()), 2) + "-" +
         padded(static_cast<unsigned>(date.day()), 2) + separator + padded(clock.hours().count(), 2) + ":" +
         padded(clock.minutes().count(), 2) + ":" + padded(clock.seconds().count(), 2);
}

}  // namespace

std::string utc_text(std::int64_t unix_time) {
  if (unix_time < 0) return "before the year 1970";
  if (unix_time > kEndOfYear9999) return "after the year 9999";
  return calendar_text(unix_time, ' ') + " UTC";
}

std::string rfc3339_text(std::int64_t unix_time) {
  if (unix_time < 0 || unix_time > kEndOfYear9999) return {};
  return calendar_text(unix_time, 'T') + "Z";
}

std::string span_text(std::int64_t seconds) {
  // Through unsigned, because the smallest number has no positive twin.
  auto left = seconds < 0 ? 0 - static_cast<std::uint64_t>(seconds) : static_cast<std::uint64_t>(seconds);
  constexpr std::array<std::pair<std::uint64_t, std::string_view>, 4> kUnits{
      {{86'400, " d"}, {3'600, " h"}, {60, " min"}, {1, " s"}}};
  std::string text;
  int shown = 0;
  for (const auto& [size, name] : kUnits) {
    const auto count = left / size;
    left %= size;
    if (shown > 0) ++shown;
    if (count == 0 && !(shown == 0 && size == 1)) continue;
    if (shown == 0) shown = 1;
    if (shown > 2) break;
    text += (text.empty() ? "" : " ") + std::to_string(count) + std::string(name);
  }
  return text;
}

}  // namespace agent_access::app
