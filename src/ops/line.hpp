/// \file
/// One log line as text: a JSON object (RFC 8259) or, for people, `time LEVEL event name=value …`. No clock, no I/O.
/// Malformed UTF-8 is replaced with U+FFFD and control characters are escaped in both forms: a value cannot add a line
/// feed or a terminal escape sequence. A value longer than kValueLimit bytes is cut; a field with an empty text is left
/// out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "ops/log.hpp"

namespace agent_access::ops {

inline constexpr std::size_t kValueLimit = 2048;  ///< fits a configuration error

using LogTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

enum class Colour : std::uint8_t { off, on };

/// Appends the line and its line feed to `out`. The time is RFC 3339 in UTC with milliseconds, of the years 1970 to
/// 9999.
void append_json_line(std::string& out, LogTime time, Level level, std::string_view event,
                      std::initializer_list<LogField> fields);
void append_text_line(std::string& out, LogTime time, Level level, std::string_view event,
                      std::initializer_list<LogField> fields, Colour colour);

}  // namespace agent_access::ops
