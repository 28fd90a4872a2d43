/// \file
/// The Common Log Format of nginx, Apache, Traefik, Fastly and others, and what goes on behind it. Pure; thread safe.
///
///   [host[:port] ]address ident user [02/Jan/2026:03:04:05 +0000] "GET /path HTTP/1.1" 200 5[ "referer" "agent"[ "…"]]
#pragma once

#include <optional>
#include <string_view>

#include "tools/visits/visit.hpp"

namespace agent_access::tools {

/// `text` is a line without what syslog and others put in front. Texts in quotes have the escapes of nginx ("\x22") or
/// of Apache ("\""), so that what a client sends cannot end them. Nothing for a text of another form.
[[nodiscard]] std::optional<LogLine> read_clf_line(std::string_view text);

}  // namespace agent_access::tools
