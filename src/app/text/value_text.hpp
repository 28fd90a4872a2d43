/// \file
/// Values of settings as text: durations ("7d", "60s"), sizes ("8KiB"), lists ("a,b"), times (RFC 3339). Pure; thread
/// safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ports.hpp"

namespace agent_access::app {

/// A whole number with one unit: ms, s, m, h, d. No sign, no space, no sum; nothing for any other text or overflow.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) noexcept;
/// The shortest form that parse_duration reads back: "7d", "90s".
[[nodiscard]] std::string format_duration(std::chrono::milliseconds duration);

/// Decimal digits only; nothing on overflow.
[[nodiscard]] std::optional<std::int64_t> parse_number(std::string_view text) noexcept;
/// Bytes: a number alone, or with KiB or MiB.
[[nodiscard]] std::optional<std::int64_t> parse_size(std::string_view text) noexcept;
[[nodiscard]] std::string format_size(std::uint64_t bytes);

/// Parts between commas without the white space around them. An empty text is an empty list.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

/// "2026-01-31T12:00:00Z"; "never" for the largest time, "always" for the smallest.
[[nodiscard]] std::string format_time(base::Seconds time);
/// The same form, or seconds since 1970.
[[nodiscard]] std::optional<base::Seconds> parse_time(std::string_view text) noexcept;

}  // namespace agent_access::app
