/// \file
/// The steps of `try` in order, and their checks of responses. Each group reads facts that earlier groups found and
/// records its steps as not run when they are missing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/url.hpp"
#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

/// Of a token request.
inline constexpr std::string_view kFormType = "application/x-www-form-urlencoded";
/// Of the client that registers.
inline constexpr std::string_view kClientName = "agent-access try";

/// From the challenge of the profile to the endpoints. Finds the metadata, the issuer and the endpoints.
void test_discovery(TestRun& run);
/// Registration, a token in each of the three ways, its verification, the profile. Finds credentials and a token.
void test_access(TestRun& run);
/// The registration that it sends.
[[nodiscard]] client::ClientRequest registration_request(const TestRun& run);
/// Requests that must be refused.
void test_refusals(TestRun& run);
/// The gated documents and gates that the metadata name, if there are some.
void test_gated(TestRun& run);
/// CORS, HEAD, conditional requests, methods, hosts.
void test_http_rules(TestRun& run);
/// The MCP endpoint, if the deployment offers one.
void test_mcp(TestRun& run);
/// Calls a deployment once more as agents call it, a step for each: registration, token, profile, /mcp and two
/// documents with the User-Agent of each, at most six requests, and none after the service's own 429. Whoever gets
/// another answer than the plain run is refused by something in front of the service, because the service itself does
/// not look at this field. NOT seen: refusals by address, TLS fingerprint or signature, because those of agents cannot
/// be imitated.
void test_as_agents(TestRun& run);

// The agents of test_as_agents().

struct Caller {
  std::string_view name;  ///< that of ops/agents, but for libraries of one language
  std::string_view user_agent;
};

[[nodiscard]] std::span<const Caller> callers() noexcept;

/// `--as` decides; without it public https hosts are called so: no address of this machine or of a private network, and
/// no name that only exists there. The name is not looked up. Pure.
[[nodiscard]] bool wants_callers(const TryOptions& options, const client::Url& url);

/// What an agent got instead of the plain response: "403 instead of 201", "text/html instead of application/json",
/// "another body". Empty if it is the same: status class, media type, and the body or the names in it. Pure.
[[nodiscard]] std::string difference(const client::ClientResponse& plain, const client::ClientResponse& as_agent);

// Checks of the responses of gated documents and gates. Pure; thread safe.

/// A gated document or gate, as the metadata name it.
struct GatedTarget {
  std::string url;
  std::string path;
  std::string metadata_url;  ///< RFC 9728 section 3.1
  std::string scope = {};    ///< of scopes_supported; empty before the metadata are read

  /// Gated documents are below /api/agent/, and the service itself sends them. A gate is a path of the proxy.
  [[nodiscard]] bool is_gate() const noexcept { return !path.starts_with("/api/agent/"); }
};

/// Of a resource of the origin; nothing of any other one, which is not tested.
[[nodiscard]] std::optional<GatedTarget> gated_target(const std::string& url, const std::string& origin);

/// 200, `resource` is the URL, the issuer, and one scope, which is among those of the server: stored in the target.
[[nodiscard]] Verdict check_gated_metadata(const client::ClientResponse& response, const std::string& issuer,
                                           const std::vector<std::string>& scopes, GatedTarget& target);
/// 401 with a challenge that names the metadata and the scope. A warning if the gate is not reachable at this address,
/// or if it does not list GET.
[[nodiscard]] Verdict check_gated_refusal(const client::ClientResponse& response, const GatedTarget& target);
/// 200 of a document; anything but a refusal of a gate, whose site answers.
[[nodiscard]] Verdict check_gated_opening(const client::ClientResponse& response, const GatedTarget& target);
/// 403 insufficient_scope with the scope in the challenge.
[[nodiscard]] Verdict check_gated_scope(const client::ClientResponse& response, const GatedTarget& target);

// Checks of the MCP endpoint (MCP 2026-07-28, basic/transports/streamable-http): the message of a request, and what its
// response must be. Pure; thread safe. Findings never contain a token or an unchecked part of a body. NOT checked:
// older revisions, streams, which this service does not offer.

inline constexpr std::string_view kMcpPath = "/mcp";
inline constexpr std::string_view kMcpMetadataPath = "/.well-known/oauth-protected-resource/mcp";

/// One request: a method, and the tool or resource that it names.
struct McpCall {
  std::string_view method;
  std::string_view member = {};  ///< of params: "name" or "uri"; empty: none
  std::string_view value = {};   ///< of that member, and of Mcp-Name
};

/// The request that sends it; `token` may be empty.
[[nodiscard]] client::ClientRequest mcp_request(const TestRun& run, const McpCall& call, const std::string& token = {});
/// The JSON-RPC message.
[[nodiscard]] std::string mcp_message(const McpCall& call);
/// The endpoint that the server card or manifest names, as a remote of the type streamable-http; empty otherwise.
[[nodiscard]] std::string endpoint_of_card(const client::ClientResponse& response);

/// The card at /mcp/server-card fits the schema of SEP-2127 (24 July 2026) as far as this service fills it, and has
/// `endpoint` as a remote.
[[nodiscard]] Verdict check_server_card(const client::ClientResponse& response, const std::string& endpoint);
/// The metadata has `resource` as its resource and `issuer` among its authorization servers.
[[nodiscard]] Verdict check_mcp_metadata(const client::ClientResponse& response, const std::string& resource,
                                         const std::string& issuer);
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
/// 403 with an error of JSON-RPC. A warning for 200: the owner may have allowed every origin.
[[nodiscard]] Verdict check_foreign_origin(const client::ClientResponse& response);

}  // namespace agent_access::tools
