#include "tools/probe/mcp_checks.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <vector>

#include "app/text/text.hpp"
#include "base/text.hpp"
#include "content/mcp_revisions.hpp"
#include "content/tools.hpp"
#include "oauth/types.hpp"
#include "tools/probe/run/challenge.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kEndpointRemedy =
    "pass /mcp to the service, for POST too, and set mcp.enabled = true on all replicas";
constexpr std::string_view kMcpFieldsRemedy =
    "let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged";
constexpr std::string_view kMcpTokenRemedy = "let the proxy pass the Authorization field at /mcp";
constexpr std::string_view kMcpBodyRemedy = "no proxy may rewrite bodies; compare the versions of all replicas";
constexpr int kMismatchCode = -32020;
constexpr int kInvalidParamsCode = -32602;

Finding of_endpoint(std::string detail, std::string_view remedy) { return {std::move(detail), std::string(remedy)}; }

/// The code of an error of JSON-RPC, or 0.
std::int64_t error_code_of(const boost::json::object& body) {
  const auto* code = value_at(body, {"error", "code"});
  return code != nullptr && code->is_int64() ? code->get_int64() : 0;
}

/// Why there is no result.
Finding no_result(const client::ClientResponse& response) {
  const auto body = json_body(response);
  const auto code = body ? error_code_of(*body) : 0;
  std::string detail = "expected 200 and a result of JSON-RPC, got " + std::to_string(response.status);
  if (code == 0) {
    detail += body ? " without a result" : " without JSON";
    return of_endpoint(std::move(detail), kEndpointRemedy);
  }
  detail += " and the error " + std::to_string(code);
  if (code == kMismatchCode) return of_endpoint(std::move(detail), kMcpFieldsRemedy);
  if (response.status == 401) return of_endpoint(std::move(detail), kMcpTokenRemedy);
  return of_endpoint(std::move(detail), kEndpointRemedy);
}

Verdict check_issued_to(const boost::json::object& profile, const std::string& client_id) {
  if (text_at(profile, {"_meta", "issued_to"}) == client_id) return std::nullopt;
  return of_endpoint("expected _meta.issued_to = the registered client in the profile", kMcpBodyRemedy);
}

/// The challenge of the 401, or of a failed result (mcp.challenge = "result"); empty when there is none.
std::string challenge_of(const client::ClientResponse& response) {
  if (response.status == 401) return std::string(response.field("WWW-Authenticate"));
  const auto result = mcp_result(response);
  if (!result) return {};
  const auto* failed = result->if_contains("isError");
  if (failed == nullptr || !failed->is_bool() || !failed->get_bool()) return {};
  const auto challenges = texts_at(*result, {"_meta", "mcp/www_authenticate"});
  return challenges.size() == 1 ? challenges.front() : std::string();
}

}  // namespace

std::string mcp_message(const McpCall& call) {
  boost::json::object params{{"_meta",
                              {{"io.modelcontextprotocol/protocolVersion", content::kCurrentMcpRevision},
                               {"io.modelcontextprotocol/clientInfo", {{"name", "agent-access try"}, {"version", "1"}}},
                               {"io.modelcontextprotocol/clientCapabilities", boost::json::object()}}}};
  if (!call.member.empty()) params[call.member] = call.value;
  const boost::json::object message{
      {"jsonrpc", "2.0"}, {"id", 1}, {"method", call.method}, {"params", std::move(params)}};
  return boost::json::serialize(message);
}

std::string endpoint_of_card(const client::ClientResponse& response) {
  const auto body = json_body(response);
  const auto* const remotes = response.status == 200 && body ? body->if_contains("remotes") : nullptr;
  if (remotes == nullptr || !remotes->is_array()) return {};
  for (const auto& remote : remotes->get_array()) {
    if (!remote.is_object() || text_member(remote.get_object(), "type") != "streamable-http") continue;
    return std::string(text_member(remote.get_object(), "url"));
  }
  return {};
}

Verdict check_mcp_metadata(const client::ClientResponse& response, const std::string& resource,
                           const std::string& issuer) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", "pass this path to the service");
  if (text_member(*body, "resource") != resource) {
    return of_endpoint("expected resource " + resource + ", got " + app::printable(text_member(*body, "resource")),
                       "base_urls must contain exactly the address that clients use, scheme included");
  }
  if (lists(*body, "authorization_servers", issuer) && lists(*body, "scopes_supported", oauth::kScope)) {
    return std::nullopt;
  }
  return of_endpoint("expected " + issuer + " in authorization_servers and read:extended in scopes_supported",
                     "publish the service's own document");
}

base::Result<boost::json::object, Finding> mcp_result(const client::ClientResponse& response) {
  const auto body = json_body(response);
  const auto* result = body && response.status == 200 ? object_at(*body, {"result"}) : nullptr;
  if (result == nullptr) return base::Failure(no_result(response));
  return *result;
}

Verdict check_discovery_result(const client::ClientResponse& response) {
  const auto result = mcp_result(response);
  if (!result) return result.error();
  if (lists(*result, "supportedVersions", content::kCurrentMcpRevision) &&
      object_at(*result, {"capabilities", "tools"}) != nullptr) {
    return std::nullopt;
  }
  return of_endpoint(
      "expected " + std::string(content::kCurrentMcpRevision) + " in supportedVersions, and tools in capabilities",
      kMcpBodyRemedy);
}

Verdict check_tools_result(const client::ClientResponse& response) {
  const auto result = mcp_result(response);
  if (!result) return result.error();
  auto names = names_at(*result, {"tools"}, "name");
  std::vector<std::string> expected;
  for (const auto& tool : content::browser_tools()) expected.emplace_back(tool.name);
  std::ranges::sort(names);
  std::ranges::sort(expected);
  if (names == expected) return std::nullopt;
  return of_endpoint(
      "expected the tools " + base::joined(expected) + ", got " + std::to_string(names.size()) + " of other names",
      kMcpBodyRemedy);
}

Verdict check_tool_result(const client::ClientResponse& response) {
  const auto result = mcp_result(response);
  if (!result) return result.error();
  if (!result->contains("isError") && object_at(*result, {"structuredContent"}) != nullptr) return std::nullopt;
  return of_endpoint("expected a result with structuredContent and without isError", kMcpBodyRemedy);
}

Verdict check_mcp_challenge(const client::ClientResponse& response, const std::string& metadata) {
  const auto text = challenge_of(response);
  const auto challenge = parse_challenge(text);
  if (!challenge || challenge->scheme != "bearer") {
    auto finding = unexpected(response, "401 or a failed result, with one Bearer challenge",
                              "let the proxy pass POST /mcp to the service, and WWW-Authenticate back");
    if (const auto body = json_body(response); body && error_code_of(*body) == kMismatchCode) {
      finding.remedy = kMcpFieldsRemedy;
    }
    return finding;
  }
  const auto named = challenge->parameter("resource_metadata");
  if (challenge->parameter("error") == "invalid_token" && named == metadata) return std::nullopt;
  return of_endpoint("expected error=\"invalid_token\" and resource_metadata=\"" + metadata + "\", got " +
                         (named.empty() ? "none" : app::printable(named)),
                     "let the proxy pass Host and WWW-Authenticate unchanged");
}

Verdict check_profile_tool(const client::ClientResponse& response, const std::string& client_id) {
  const auto result = mcp_result(response);
  if (!result) return result.error();
  const auto* profile = object_at(*result, {"structuredContent"});
  // With mcp.challenge = "result", a token that did not arrive is no error of HTTP.
  if (profile == nullptr) return of_endpoint("expected structuredContent with the profile, got none", kMcpTokenRemedy);
  if (auto wrong = check_issued_to(*profile, client_id)) return wrong;
  return check_not_stored(response);
}

Verdict check_profile_resource(const client::ClientResponse& response, const std::string& client_id) {
  const auto result = mcp_result(response);
  if (!result) return result.error();
  const auto texts = names_at(*result, {"contents"}, "text");
  boost::system::error_code error;
  const auto profile = texts.size() == 1 ? boost::json::parse(texts.front(), error) : boost::json::value();
  if (error || !profile.is_object()) {
    return of_endpoint("expected one content whose text is the profile", kMcpBodyRemedy);
  }
  if (auto wrong = check_issued_to(profile.get_object(), client_id)) return wrong;
  return check_not_stored(response);
}

Verdict check_document_resource(const client::ClientResponse& response, const std::string& url) {
  const auto body = json_body(response);
  // HTTP has opened it, so it exists.
  if (response.status == 200 && body && error_code_of(*body) == kInvalidParamsCode) return std::nullopt;
  const auto result = mcp_result(response);
  if (!result) return result.error();
  const auto* const contents = result->if_contains("contents");
  const bool is_one = contents != nullptr && contents->is_array() && contents->get_array().size() == 1 &&
                      contents->get_array().front().is_object();
  const auto content = is_one ? contents->get_array().front().get_object() : boost::json::object();
  if (text_member(content, "uri") != url || (!content.contains("text") && !content.contains("blob"))) {
    return of_endpoint("expected one content of " + app::printable(url) + " with text or blob", kMcpBodyRemedy);
  }
  return check_not_stored(response);
}

Verdict check_mismatch(const client::ClientResponse& response) {
  const auto body = json_body(response);
  if (response.status == 400 && body && error_code_of(*body) == kMismatchCode) return std::nullopt;
  return unexpected(response, "400 and the error -32020 to an Mcp-Method that differs from the message",
                    std::string(kMcpFieldsRemedy));
}

Verdict check_foreign_origin(const client::ClientResponse& response) {
  const auto body = json_body(response);
  if (response.status == 403 && body && error_code_of(*body) == 403) return std::nullopt;
  return unexpected(response, "403 to the Origin of another site",
                    "let the proxy pass Origin to /mcp unchanged, and list only your own addresses in base_urls");
}

}  // namespace agent_access::tools
