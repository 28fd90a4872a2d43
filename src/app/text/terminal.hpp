/// \file
/// The text of a command on standard error. Not thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agent_access::app {

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
