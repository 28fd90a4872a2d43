/// \file
/// A time as RFC 3339 text in UTC: "2026-01-31T23:59:59Z". The one formatter of dates that come from outside (claims,
/// certificates, commands).
///
/// Defined for the years 1970 to 9999, which RFC 3339 and the calendar of `<chrono>` both hold; any other number of
/// seconds is written as that number in decimal, because the calendar would give a wrong date. Pure; no allocation;
/// thread safe.
#pragma once

#include <array>
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

}  // namespace agent_access::base
