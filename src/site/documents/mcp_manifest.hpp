/// \file
/// The browser tools in the form of an MCP server card, and the MCP endpoint, if it is enabled, as its remote. The
/// transport is WebMCP, and there is no top-level `endpoint`, to which a client would post JSON-RPC. Thread safe.
#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// What the server card, mcp.json and `initialize` say alike about the MCP server.
struct McpIdentity {
  std::string name;   ///< "com.example.www/robin-example": of the canonical host and the title; at most 200 characters
  std::string title;  ///< at most 100 characters, like the description
  std::string description;
  boost::json::array icons = {};  ///< on the host itself, as clients demand
  bool has_profile = true;        ///< get_full_profile is among the tools, and the profile among the resources
  std::string guide = {};         ///< the address of auth.md; empty where no MCP endpoint is
};
[[nodiscard]] McpIdentity mcp_identity(const HostView& view);

/// The tools as tools/list has them, or without an endpoint as the pages register them, each with the first icon;
/// without a profile those that need no token.
[[nodiscard]] boost::json::array tool_array(const McpIdentity& identity);

/// /.well-known/mcp.json.
[[nodiscard]] std::string render_mcp_manifest(const HostView& view);

/// /mcp/server-card and /.well-known/mcp/server-card.json: a server card of SEP-2127 (Final), which allows
/// further members: those of the manifest, and `serverUrl` (the page that registers the tools), for older readers.
[[nodiscard]] std::string render_mcp_server_card(const HostView& view);

}  // namespace agent_access::documents
