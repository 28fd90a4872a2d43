/// \file
/// One line on a terminal that shows progress, rewritten in place (ECMA-48: carriage return, erase in line). Prints
/// nothing when it is switched off. Not thread safe.
#pragma once

#include <string_view>

namespace agent_access::app {

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
