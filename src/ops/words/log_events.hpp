/// \file
/// The events of the log: the name, level and fields of each kind of line, and what it means. The reference is made
/// from this table, and a test compares it with every line that the sources write. Constants only: thread safe.
#pragma once

#include <span>
#include <string_view>

namespace agent_access::ops {

struct LogEvent {
  std::string_view name;
  std::string_view level;    ///< "debug", "info", "warn" or "error"
  std::string_view fields;   ///< their names, joined by ", "; of "access" empty: those of kAccessFields
  std::string_view meaning;  ///< one or more sentences
};

/// In the order of their names.
[[nodiscard]] std::span<const LogEvent> log_events() noexcept;

}  // namespace agent_access::ops
