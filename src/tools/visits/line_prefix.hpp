/// \file
/// What syslog, journalctl, containers and hosts of workers write in front of a line of a log, none of which a client
/// chooses. Other text in front means that the line is another program's, which quotes what a client sent. Pure; thread
/// safe.
#pragma once

#include <string_view>

namespace agent_access::tools {

/// The line without what stands in front of it, in this order, each if it is there: a byte order mark, "<134>1",
/// "[pod/a/b]", "agent-access-1  |", a time, and one of "stdout F", "INFO", and "host agent-access[123]:" or the rest
/// of a head of RFC 5424. White space counts as one space.
[[nodiscard]] std::string_view without_prefix(std::string_view line) noexcept;

}  // namespace agent_access::tools
