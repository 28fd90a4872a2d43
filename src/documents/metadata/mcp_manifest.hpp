/// \file
/// The browser tools in the shape of an MCP server card. No MCP server exists: the transport names WebMCP, and there is
/// no top-level `endpoint`, to which a client would post JSON-RPC.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// /.well-known/mcp.json.
[[nodiscard]] std::string render_mcp_manifest(const HostView& view);

/// /.well-known/mcp/server-card.json: the same, and `name` and `serverUrl` (where the tools are registered), which some
/// readers look for.
[[nodiscard]] std::string render_mcp_server_card(const HostView& view);

}  // namespace agent_access::documents
