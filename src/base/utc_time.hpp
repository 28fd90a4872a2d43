/// \file
/// A time as RFC 3339 text in UTC: "2026-01-31T23:59:59Z". The one formatter of dates from outside.
///
/// Defined for the years 1970 to 9999, which RFC 3339 and the calendar of `<chrono>` both hold; any other number of
/// seconds is written as that number in decimal, because the calendar would give a wrong date. No allocation.
#pragma once

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace agent_access::base {

/// The last second of the year 9999.
inline constexpr std::int64_t kLastUtcSecond = 253'402'300'799;

[[nodiscard]] constexpr bool has_utc_date(std::int64_t unix_time) noexcept {
  return unix_time >= 0 && unix_time <= kLastUtcSecond;
}

class UtcText {
 public:
  explicit UtcText(std::int64_t unix_time) noexcept;
  explicit UtcText(std::chrono::sys_seconds time) noexcept : UtcText(time.time_since_epoch().count()) {}

  /// Valid as long as this object.
  [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), size_}; }

 private:
  std::array<char, 20> text_;  ///< holds every 64-bit number, too
  std::size_t size_;
};

inline UtcText::UtcText(std::int64_t unix_time) noexcept : text_{}, size_(text_.size()) {
  if (!has_utc_date(unix_time)) {
    size_ = static_cast<std::size_t>(std::to_chars(text_.data(), text_.data() + text_.size(), unix_time).ptr -
                                     text_.data());
    return;
  }
  const std::chrono::sys_seconds time{std::chrono::seconds{unix_time}};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  text_ = {'0', '0', '0', '0', '-', '0', '0', '-', '0', '0', 'T', '0', '0', ':', '0', '0', ':', '0', '0', 'Z'};
  const auto put = [this](std::size_t at, auto below_100) {
    text_[at] = static_cast<char>('0' + below_100 / 10);
    text_[at + 1] = static_cast<char>('0' + below_100 % 10);
  };
  const int year = static_cast<int>(date.year());
  put(0, year / 100);
  put(2, year % 100);
  put(5, static_cast<unsigned>(date.month()));
  put(8, static_cast<unsigned>(date.day()));
  put(11, clock.hours().count());
  put(14, clock.minutes().count());
  put(17, clock.seconds().count());
}

}  // namespace agent_access::base
