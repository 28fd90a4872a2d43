/// \file
/// Reads one line of the service's log (JSON, docs/decisions/0032). The text is untrusted: a log is a file that others
/// may also write. Before the object stands only what logs write in front of a line (line_prefix.hpp). Members may
/// stand in any order, with white space between them: other programs may have written the line again. Hosts of a worker
/// export the line as a string in JSON of their own (docs/static-hosting.md). Pure; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/ports.hpp"

namespace agent_access::tools {

/// One answered request.
struct Visit {
  base::Seconds time;
  std::string method;
  std::string path;
  std::string route;     ///< as ops::route_name names it
  std::string resource;  ///< a gated document or gate; empty otherwise
  std::int64_t status = 0;
  std::string reason;  ///< of a refusal; empty otherwise
  std::string user_agent;
  std::string client_name;
};

/// Lines about refusals that log.refusals left out.
struct LeftOut {
  base::Seconds time;
  std::uint64_t lines = 0;
};

/// A line of the log about something else, such as a reload.
struct OtherEvent {};
/// Not a line of this log: of the service manager, of another program, or with log.format = "text".
struct ForeignLine {};
/// A line of this log that is damaged.
struct Unreadable {};

using LogLine = std::variant<Visit, LeftOut, OtherEvent, ForeignLine, Unreadable>;

[[nodiscard]] LogLine read_log_line(std::string_view line);

/// A line longer than this is unreadable; the program writes none.
inline constexpr std::size_t kLongestLogLine = std::size_t{64} * 1024;

}  // namespace agent_access::tools
