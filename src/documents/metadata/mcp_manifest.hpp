/// \file
/// The browser tools in the form of an MCP server card. There is no MCP server: the transport is WebMCP, and there is
/// no top-level `endpoint`, to which a client would post JSON-RPC.
#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// The browser tools as MCP lists them.
[[nodiscard]] boost::json::array tool_array();

/// /.well-known/mcp.json.
[[nodiscard]] std::string render_mcp_manifest(const HostView& view);

/// /.well-known/mcp/server-card.json: the same with `name` and `serverUrl` (the page that registers the tools), which
/// some readers require.
[[nodiscard]] std::string render_mcp_server_card(const HostView& view);

}  // namespace agent_access::documents
