/// \file
/// One log line as text: a JSON object (RFC 8259) or, for people, `time LEVEL event name=value …`. No clock, no I/O.
/// Malformed UTF-8 is replaced with U+FFFD and control characters are escaped in both forms: a value cannot add a line
/// feed or a terminal escape sequence. A value of more than kValueLimit bytes is cut, an empty one left out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "ops/log.hpp"

namespace agent_access::ops {

inline constexpr std::size_t kValueLimit = 2048;  ///< fits a configuration error

using LogTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

enum class AnsiColor : std::uint8_t { off, on };

/// The most bytes of a line with this event and these fields.
[[nodiscard]] std::size_t most_bytes(std::string_view event, std::initializer_list<LogField> fields) noexcept;

/// Writes the line and its line feed to `room`, which has most_bytes() of it, and returns their size. The time is RFC
/// 3339 in UTC with milliseconds, until the year 9999.
std::size_t write_json_line(char* room, LogTime time, Level level, std::string_view event,
                            std::initializer_list<LogField> fields) noexcept;
std::size_t write_text_line(char* room, LogTime time, Level level, std::string_view event,
                            std::initializer_list<LogField> fields, AnsiColor color) noexcept;

}  // namespace agent_access::ops
