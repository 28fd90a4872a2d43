/// \file
/// Checks of the MCP endpoint of a deployment (MCP 2026-07-28, basic/transports/streamable-http): the message of a
/// request, and what its response must be. Pure; thread safe. Findings never contain a token or an unchecked part of a
/// body.
///
/// NOT checked: older revisions, streams, which this service does not offer.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

inline constexpr std::string_view kMcpPath = "/mcp";
inline constexpr std::string_view kMcpMetadataPath = "/.well-known/oauth-protected-resource/mcp";

/// One request: a method, and the tool or resource that it names.
struct McpCall {
  std::string_view method;
  std::string_view member = {};  ///< of params: "name" or "uri"; empty: none
  std::string_view value = {};   ///< of that member, and of Mcp-Name
};

/// The JSON-RPC message.
[[nodiscard]] std::string mcp_message(const McpCall& call);
/// The endpoint that the server card or manifest names, as a remote of the type streamable-http; empty otherwise.
[[nodiscard]] std::string endpoint_of_card(const client::ClientResponse& response);

/// The metadata has `resource` as its resource and `issuer` among its authorization servers.
[[nodiscard]] Verdict check_mcp_metadata(const client::ClientResponse& response, const std::string& resource,
                                         const std::string& issuer);
/// The result of JSON-RPC; a finding with the remedy when there is none.
[[nodiscard]] base::Result<boost::json::object, Finding> mcp_result(const client::ClientResponse& response);
/// server/discover: the revision and the capability to call tools.
[[nodiscard]] Verdict check_discovery_result(const client::ClientResponse& response);
/// tools/list: the eight tools, each once.
[[nodiscard]] Verdict check_tools_result(const client::ClientResponse& response);
/// tools/call of a tool without input: structured content.
[[nodiscard]] Verdict check_tool_result(const client::ClientResponse& response);
/// A refusal for want of a token: 401, or a failed result with the challenge, which must name `metadata`.
[[nodiscard]] Verdict check_mcp_challenge(const client::ClientResponse& response, const std::string& metadata);
/// The profile that get_full_profile returns, issued to `client_id`.
[[nodiscard]] Verdict check_profile_tool(const client::ClientResponse& response, const std::string& client_id);
/// The same as a resource, as text.
[[nodiscard]] Verdict check_profile_resource(const client::ClientResponse& response, const std::string& client_id);
/// A gated document as a resource: its `uri`, and text or bytes; or the error of one that is too large for MCP.
[[nodiscard]] Verdict check_document_resource(const client::ClientResponse& response, const std::string& url);
/// 400 with the code -32020.
[[nodiscard]] Verdict check_mismatch(const client::ClientResponse& response);
/// 403 with an error of JSON-RPC.
[[nodiscard]] Verdict check_foreign_origin(const client::ClientResponse& response);

}  // namespace agent_access::tools
