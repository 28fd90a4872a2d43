/// \file
/// Values and times as text, and the text of a command on standard error. Functions that print nothing are pure
/// and thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ports.hpp"

namespace agent_access::app {

// Values of settings: durations ("7d", "60s"), sizes ("8KiB"), lists ("a,b"), times (RFC 3339).

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

/// "1.0.0".
[[nodiscard]] std::string program_version();

/// Foreign text as a terminal may have it (base::visible_text), at most `limit` characters.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 100);

/// A basic string of TOML or a string of JSON (the escapes used are common to both), with its quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// A path as it is printed everywhere: a word of a shell (base::shell_word), so that it can be pasted.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

// Numbers for people.

/// "1,234,567".
[[nodiscard]] std::string number_text(std::uint64_t number);
/// "1 request", "2 requests".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

/// Prints problems or warnings on standard error, one per line, each with `prefix`.
void print_lines(const std::vector<std::string>& lines, const char* prefix);

/// Prints what keeps a command from running, and returns its exit code, 1.
[[nodiscard]] int fail(const std::vector<std::string>& problems);

/// One line on a terminal that shows progress, rewritten in place (ECMA-48: carriage return, erase in line). Prints
/// nothing when it is switched off. Not thread safe.
class StatusLine {
 public:
  explicit StatusLine(bool enabled) noexcept : enabled_(enabled) {}
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { clear(); }

  /// True when standard error is a terminal.
  [[nodiscard]] static bool is_wanted() noexcept;

  /// Replaces the line. `text` must be printable; it is cut at 79 columns.
  void show(std::string_view text);
  void clear();

 private:
  bool enabled_;
  bool shown_ = false;
};

}  // namespace agent_access::app
