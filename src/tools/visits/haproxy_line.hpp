/// \file
/// HAProxy's `option httplog` and httpslog (HAProxy's manual, section 8.2.3). Pure; thread safe.
///
///   address:port [02/Jan/2026:03:04:05.678] frontend backend/server 10/0/30/69/109 200 5 - - ---- 1/1/1/1/0 0/0
///   {captures|of the request} {of the response} "GET /path HTTP/1.1"
#pragma once

#include <optional>
#include <string_view>

#include "tools/visits/visit.hpp"

namespace agent_access::tools {

/// `text` is a line without what syslog puts in front. Captured header fields have no names: the User-Agent is the one
/// that looks most like it. Nothing for a text of another form.
[[nodiscard]] std::optional<LogLine> read_haproxy_line(std::string_view text);

}  // namespace agent_access::tools
