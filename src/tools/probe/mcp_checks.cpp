#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <functional>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "content/mcp_revisions.hpp"
#include "content/tools.hpp"
#include "oauth/types.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kEndpointRemedy =
    "pass /mcp to the service, for POST too, and set mcp.enabled = true on all replicas";
constexpr const char* kMcpFieldsRemedy = "let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged";
constexpr const char* kMcpTokenRemedy = "let the proxy pass the Authorization field at /mcp";
constexpr int kMismatchCode = -32020;
constexpr int kInvalidParamsCode = -32602;

/// The code of an error of JSON-RPC, or 0.
std::int64_t error_code_of(const boost::json::object& body) { return json::integer_at(body, "error.code").value_or(0); }

bool is_error(const client::ClientResponse& response, unsigned status, std::int64_t code) {
  const auto body = json_body(response);
  return response.status == status && body && error_code_of(*body) == code;
}

/// Why there is no result.
Finding no_result(const client::ClientResponse& response) {
  const auto body = json_body(response);
  const auto code = body ? error_code_of(*body) : 0;
  const auto detail = "expected 200 and a result of JSON-RPC, got " + std::to_string(response.status);
  if (code == 0) return {detail + (body ? " without a result" : " without JSON"), kEndpointRemedy};
  const auto* of_status = response.status == 401 ? kMcpTokenRemedy : kEndpointRemedy;
  return {detail + " and the error " + std::to_string(code), code == kMismatchCode ? kMcpFieldsRemedy : of_status};
}

/// The result of JSON-RPC, or why there is none.
base::Result<boost::json::object, Finding> result_of(const client::ClientResponse& response) {
  const auto body = json_body(response);
  const auto* result = body && response.status == 200 ? object_at(*body, "result") : nullptr;
  if (result == nullptr) return base::Failure(no_result(response));
  return *result;
}

/// Nothing if there is a result that is right; `expected` is what a result has that is not.
Verdict check_result(const client::ClientResponse& response, const std::string& expected,
                     const std::function<bool(const boost::json::object&)>& is_right) {
  const auto result = result_of(response);
  if (!result) return result.error();
  if (is_right(*result)) return std::nullopt;
  return Finding{"expected " + expected, kBodyRemedy};
}

Verdict check_issued_to(const boost::json::object& profile, const std::string& client_id,
                        const client::ClientResponse& response) {
  if (text_at(profile, "_meta.issued_to") == client_id) return check_not_stored(response);
  return Finding{"expected _meta.issued_to = the registered client in the profile", kBodyRemedy};
}

/// The challenge of the 401, or of a failed result (mcp.challenge = "result"); empty when there is none.
std::string challenge_of(const client::ClientResponse& response) {
  if (response.status == 401) return std::string(response.field("WWW-Authenticate"));
  const auto result = result_of(response);
  if (!result) return {};
  const auto* failed = result->if_contains("isError");
  if (failed == nullptr || !failed->is_bool() || !failed->get_bool()) return {};
  const auto challenges = texts_at(*result, "_meta.mcp/www_authenticate");
  return challenges.size() == 1 ? challenges.front() : std::string();
}

constexpr std::string_view kCardType = "application/mcp-server-card+json";
constexpr const char* kCardSchema = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

bool is_card_name(std::string_view name) {
  const auto slash = name.find('/');
  const auto is_part = [](std::string_view part, std::string_view others) {
    return !part.empty() &&
           std::ranges::all_of(part, [&](char c) { return base::is_alphanumeric(c) || others.contains(c); });
  };
  return slash != std::string_view::npos && name.size() <= 200 && is_part(name.substr(0, slash), ".-") &&
         is_part(name.substr(slash + 1), "._-");
}

/// Of 1 to 100 characters.
bool is_card_text(std::string_view text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  const auto count = std::ranges::count_if(text, is_start);
  return count > 0 && count <= 100;
}

bool is_card_remote(const boost::json::object& remote) {
  const auto type = text_at(remote, "type");
  const auto url = text_at(remote, "url");
  return (type == "streamable-http" || type == "sse") && (url.starts_with("https://") || url.starts_with("http://")) &&
         url.find(' ') == std::string::npos;
}

}  // namespace

Verdict check_server_card(const client::ClientResponse& response, const std::string& endpoint) {
  boost::system::error_code error;
  const auto body = boost::json::parse(response.body, error);
  if (!is_good(&response, kCardType) || error || !body.is_object()) {
    return unexpected(response, "200 and " + std::string(kCardType), kPassPath);
  }
  const auto& card = body.get_object();
  const auto remotes = objects_at(card, "remotes");
  const auto urls = names_at(card, "remotes", "url");
  const auto version = text_at(card, "version");
  return unmet_in("server card",
                  {{text_at(card, "$schema") == kCardSchema, std::string("$schema ") + kCardSchema},
                   {is_card_name(text_at(card, "name")), "a name such as com.example/name"},
                   {!version.empty() && version.size() <= 255, "a version"},
                   {is_card_text(text_at(card, "description")), "a description of 1 to 100 characters"},
                   {!card.contains("title") || is_card_text(text_at(card, "title")), "a title of 1 to 100 characters"},
                   {std::ranges::all_of(remotes, [](const auto* remote) { return is_card_remote(*remote); }),
                    "type and url of each remote"},
                   {std::ranges::find(urls, endpoint) != urls.end(), "the remote " + endpoint}});
}

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
  if (response.status != 200 || !body) return {};
  for (const auto* remote : objects_at(*body, "remotes")) {
    if (text_at(*remote, "type") == "streamable-http") return text_at(*remote, "url");
  }
  return {};
}

Verdict check_mcp_metadata(const client::ClientResponse& response, const std::string& resource,
                           const std::string& issuer) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", kPassPath);
  const auto got = text_at(*body, "resource");
  if (got != resource) {
    return Finding{"expected resource " + resource + ", got " + app::printable(got), kBaseUrlsRemedy};
  }
  if (lists(*body, "authorization_servers", issuer) && lists(*body, "scopes_supported", oauth::kScope))
    return std::nullopt;
  return Finding{"expected " + issuer + " in authorization_servers and read:extended in scopes_supported",
                 kOwnDocument};
}

Verdict check_discovery_result(const client::ClientResponse& response) {
  const std::string revision(content::kCurrentMcpRevision);
  return check_result(response, revision + " in supportedVersions, and tools in capabilities", [&](const auto& result) {
    return lists(result, "supportedVersions", revision) && object_at(result, "capabilities.tools") != nullptr;
  });
}

Verdict check_tools_result(const client::ClientResponse& response) {
  const auto result = result_of(response);
  if (!result) return result.error();
  auto names = names_at(*result, "tools", "name");
  std::vector<std::string> expected;
  for (const auto& tool : content::browser_tools()) expected.emplace_back(tool.name);
  std::ranges::sort(names);
  std::ranges::sort(expected);
  if (names == expected) return std::nullopt;
  return Finding{"expected the tools " + base::joined(expected, ", ") + ", got " + std::to_string(names.size()) +
                     " of other names",
                 kBodyRemedy};
}

Verdict check_tool_result(const client::ClientResponse& response) {
  return check_result(response, "a result with structuredContent and without isError", [](const auto& result) {
    return !result.contains("isError") && object_at(result, "structuredContent") != nullptr;
  });
}

Verdict check_mcp_challenge(const client::ClientResponse& response, const std::string& metadata) {
  const auto text = challenge_of(response);
  const auto challenge = parse_challenge(text);
  if (!challenge || challenge->scheme != "bearer") {
    auto finding = unexpected(response, "401 or a failed result, with one Bearer challenge",
                              "let the proxy pass POST /mcp to the service, and WWW-Authenticate back");
    const auto body = json_body(response);
    if (body && error_code_of(*body) == kMismatchCode) finding.remedy = kMcpFieldsRemedy;
    return finding;
  }
  const auto named = challenge->parameter("resource_metadata");
  if (challenge->parameter("error") == "invalid_token" && named == metadata) return std::nullopt;
  const auto expected = "error=\"invalid_token\" and resource_metadata=\"" + metadata + "\"";
  return Finding{expected_got(expected, named), "let the proxy pass Host and WWW-Authenticate unchanged"};
}

Verdict check_profile_tool(const client::ClientResponse& response, const std::string& client_id) {
  const auto result = result_of(response);
  if (!result) return result.error();
  const auto* profile = object_at(*result, "structuredContent");
  // With mcp.challenge = "result", a token that did not arrive is no error of HTTP.
  if (profile == nullptr) return Finding{"expected structuredContent with the profile, got none", kMcpTokenRemedy};
  return check_issued_to(*profile, client_id, response);
}

Verdict check_profile_resource(const client::ClientResponse& response, const std::string& client_id) {
  const auto result = result_of(response);
  if (!result) return result.error();
  const auto texts = names_at(*result, "contents", "text");
  boost::system::error_code error;
  const auto profile = texts.size() == 1 ? boost::json::parse(texts.front(), error) : boost::json::value();
  if (error || !profile.is_object()) return Finding{"expected one content whose text is the profile", kBodyRemedy};
  return check_issued_to(profile.get_object(), client_id, response);
}

Verdict check_document_resource(const client::ClientResponse& response, const std::string& url) {
  // HTTP has opened it, so it exists.
  if (is_error(response, 200, kInvalidParamsCode)) return std::nullopt;
  const auto expected = "one content of " + app::printable(url) + " with text or blob";
  auto wrong = check_result(response, expected, [&](const auto& result) {
    const auto* all = array_at(result, "contents");
    const auto contents = objects_at(result, "contents");
    return all != nullptr && all->size() == 1 && contents.size() == 1 && text_at(*contents.front(), "uri") == url &&
           (contents.front()->contains("text") || contents.front()->contains("blob"));
  });
  return wrong ? wrong : check_not_stored(response);
}

Verdict check_mismatch(const client::ClientResponse& response) {
  if (is_error(response, 400, kMismatchCode)) return std::nullopt;
  return unexpected(response, "400 and the error -32020 to an Mcp-Method that differs from the message",
                    kMcpFieldsRemedy);
}

Verdict check_foreign_origin(const client::ClientResponse& response) {
  if (is_error(response, 403, 403)) return std::nullopt;
  auto finding =
      unexpected(response, "403 to the Origin of another site",
                 "unless mcp.allowed_origins is \"*\", let the proxy pass Origin to /mcp unchanged, and list "
                 "only your own addresses in base_urls");
  if (response.status == 200) finding.mark = Mark::warned;  // The setting cannot be seen from here.
  return finding;
}

}  // namespace agent_access::tools
