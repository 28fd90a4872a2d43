/// \file
/// What syslog, journalctl, containers and hosts of workers write in front of a line of a log, none of which a client
/// chooses. Other text in front means that the line is another program's, which quotes what a client sent. Pure; thread
/// safe.
#pragma once

#include <string_view>

namespace agent_access::tools {

/// Nothing, or in this order, each if it is there: "<134>1", "[pod/a/b]", "agent-access-1  |", a time, and one of
/// "stdout F", "INFO", and "host agent-access[123]:" or the rest of a head of RFC 5424. White space counts as one
/// space.
[[nodiscard]] bool is_line_prefix(std::string_view text) noexcept;

}  // namespace agent_access::tools
