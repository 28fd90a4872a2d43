/// \file
/// The parts of the printed sites for gated paths ([[gates]], decision 0045), one function for each proxy, each in the
/// file named like the proxy. All are pure and thread safe; all return an empty text for a site without gates.
///
/// A site with gates refuses what path_rule.hpp says. A gated part asks the service about every request for a path at
/// or below a prefix, in any letter case, before anything is read of the owner's files or sent to the owner's server.
/// It passes on X-Agent-Client-Id, X-Agent-Scope and X-Agent-Token-Id from the service, never from a client, and not
/// the token. While the service cannot be asked, the client gets 503. Clients cannot ask at /oauth/gate.
#pragma once

#include <string>

#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools {

/// What nginx_gates needs outside of the server block.
[[nodiscard]] std::string nginx_gate_maps(const ProxySite& site);
/// Locations of the server block.
[[nodiscard]] std::string nginx_gates(const ProxySite& site);
/// Handlers of the site block, in front of all others.
[[nodiscard]] std::string caddy_gates(const ProxySite& site);

/// The comment with the commands and units that write the public keys, for the head of the file.
[[nodiscard]] std::string haproxy_gate_comment(const ProxySite& site);
/// Rules of the frontend, in front of its choice of a backend.
[[nodiscard]] std::string haproxy_gate_rules(const ProxySite& site);
/// The backend of refused requests; `servers` are the lines of its servers.
[[nodiscard]] std::string haproxy_gate_backends(const ProxySite& site, const std::string& servers);

}  // namespace agent_access::tools
