#include "tools/probe/mcp.hpp"

#include <boost/json/serialize.hpp>

#include "base/protocol.hpp"
#include "site/documents/paths.hpp"
#include "tools/probe/responses.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kEndpointRemedy =
    "pass /mcp to the service, for POST too, and set mcp.enabled = true on all replicas";
constexpr const char* kMcpFieldsRemedy = "let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged";
constexpr const char* kMcpTokenRemedy = "let the proxy pass the Authorization field at /mcp";
constexpr int kMismatchCode = -32020;
constexpr std::string_view kProfileTool = "get_full_profile";

/// The code of an error of JSON-RPC, or 0.
std::int64_t error_code_of(const tools::ClientResponse& response) {
  const auto body = json_body(response);
  return body ? json::integer_at(*body, "error.code").value_or(0) : 0;
}

/// Why there is no result.
Finding no_result(const tools::ClientResponse& response) {
  const auto code = error_code_of(response);
  const auto detail = "expected 200 and a result of JSON-RPC, got " + std::to_string(response.status);
  if (code == 0) return {detail + (json_body(response) ? " without a result" : " without JSON"), kEndpointRemedy};
  const auto* of_status = response.status == 401 ? kMcpTokenRemedy : kEndpointRemedy;
  return {detail + " and the error " + std::to_string(code), code == kMismatchCode ? kMcpFieldsRemedy : of_status};
}

/// The result of JSON-RPC, or why there is none.
base::Result<boost::json::object, Finding> result_of(const tools::ClientResponse& response) {
  const auto body = json_body(response);
  const auto* result = body && response.status == 200 ? object_at(*body, "result") : nullptr;
  if (result == nullptr) return base::Failure(no_result(response));
  return *result;
}

/// The challenge of the 401, or of a failed result (mcp.challenge = "result"); empty when there is none.
std::string challenge_of(const tools::ClientResponse& response) {
  if (response.status == 401) return std::string(response.field("WWW-Authenticate"));
  const auto result = result_of(response);
  const auto challenges = result ? texts_at(*result, "_meta.mcp/www_authenticate") : std::vector<std::string>();
  return challenges.size() == 1 ? challenges.front() : std::string();
}

}  // namespace

tools::ClientRequest mcp_request(const TestRun& run, std::string_view tool, const std::string& token) {
  const std::string_view method = tool.empty() ? "tools/list" : "tools/call";
  boost::json::object params{{"_meta",
                              {{protocol::kMcpVersionKey, protocol::kMcpRevisions.front()},
                               {"io.modelcontextprotocol/clientInfo", {{"name", "agent-access try"}, {"version", "1"}}},
                               {protocol::kMcpCapabilitiesKey, boost::json::object()}}}};
  if (!tool.empty()) params["name"] = tool;
  const boost::json::object message{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}};
  auto request = run.post(
      run.issuer_url_of(documents::kMcpPath), "application/json", boost::json::serialize(message),
      {{"MCP-Protocol-Version", std::string(protocol::kMcpRevisions.front())}, {"Mcp-Method", std::string(method)}});
  request.fields.front().value = "application/json, text/event-stream";
  if (!tool.empty()) request.fields.push_back({"Mcp-Name", std::string(tool)});
  if (!token.empty()) request.fields.push_back(bearer(token));
  return request;
}

Verdict check_tools_result(const tools::ClientResponse& response) {
  const auto result = result_of(response);
  if (!result) return result.error();
  if (!objects_at(*result, "tools").empty()) return std::nullopt;
  return Finding{expected_got("tools in the result", ""), kBodyRemedy};
}

Verdict check_mcp_challenge(const tools::ClientResponse& response, const std::string& metadata) {
  const auto challenge = challenge_of(response);
  if (challenge.empty()) {
    return unexpected(response, "401 or a failed result, with one Bearer challenge",
                      error_code_of(response) == kMismatchCode
                          ? kMcpFieldsRemedy
                          : "let the proxy pass POST /mcp to the service, and WWW-Authenticate back");
  }
  return same_address("resource_metadata ", metadata, parameter_of(challenge, "resource_metadata"));
}

Verdict check_profile_tool(const tools::ClientResponse& response, const std::string& client_id) {
  const auto result = result_of(response);
  if (!result) return result.error();
  const auto* profile = object_at(*result, "structuredContent");
  // With mcp.challenge = "result", a token that did not arrive is no error of HTTP.
  if (profile == nullptr) return Finding{"expected structuredContent with the profile, got none", kMcpTokenRemedy};
  if (text_at(*profile, "_meta.issued_to") == client_id) return check_not_stored(response);
  return Finding{"expected _meta.issued_to = the registered client in the profile", kBodyRemedy};
}

void test_mcp(TestRun& run) {
  if (!run.facts.has_mcp.value_or(false)) return;
  run.begin_group("MCP");
  const auto metadata = run.issuer_url_of(documents::kMcpResourcePath);
  run.step("Metadata of the MCP endpoint", run.request("GET", metadata), [&](const auto& response) {
    return check_resource_metadata(response, run.issuer_url_of(documents::kMcpPath));
  });
  run.step("MCP server lists its tools", mcp_request(run), check_tools_result);
  run.step("Profile tool without a token is refused", mcp_request(run, kProfileTool),
           [&](const auto& response) { return check_mcp_challenge(response, metadata); });
  const auto& token = run.facts.access_token;
  run.step("Profile with the token, as a tool", {token}, mcp_request(run, kProfileTool, token),
           [&](const auto& response) { return check_profile_tool(response, run.facts.client_id); });
}

}  // namespace agent_access::tools
