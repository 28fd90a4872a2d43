/// \file
/// Structured log lines: JSON objects (or readable text on a terminal), written by one background thread from a bounded
/// buffer. A full buffer drops lines and counts them; no request waits for the descriptor. Thread safe.
///
/// NOT checked: that a value is not a secret. Callers log fault names, IDs, constants and http::LogText only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <variant>

#include "ops/words/log_words.hpp"

namespace agent_access::ops {

struct LogField {
  std::string_view name;  ///< a constant of the program, which needs no escaping
  std::variant<std::string_view, std::int64_t, double, bool> value;
};

/// Room of the buffer in lines, unless another is wanted.
inline constexpr std::size_t kLogLines = 8192;

class Log {
 public:
  /// Lines go to descriptor `fd` (2 is usual), which is not closed. When `fd` fails or blocks, lines are lost, but no
  /// caller waits. `lines`: room in lines of the length of an access line.
  Log(int fd, Level level, LogFormat format, std::size_t lines = kLogLines);
  /// Writes the queued lines, for at most one second.
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// One line: time (RFC 3339, milliseconds, UTC), level, event, then the fields that are not empty. Text is escaped.
  void write(Level level, std::string_view event, std::initializer_list<LogField> fields) noexcept;
  /// Waits until the lines before are written, for at most one second.
  void flush();
  [[nodiscard]] bool enabled(Level level) const noexcept;
  [[nodiscard]] std::uint64_t dropped() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::ops
