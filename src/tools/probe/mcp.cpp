#include "content/mcp_revisions.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

constexpr auto* kOffered = "MCP endpoint";
/// Where the endpoint can be advertised: SEP-2127 and the older place.
constexpr std::string_view kCardPath = "/.well-known/mcp/server-card.json";
constexpr std::string_view kManifestPath = "/.well-known/mcp.json";

/// The endpoint that a card names, and whether there is metadata of one.
struct Advertised {
  std::string by_card;
  bool has_metadata = false;
};

Advertised find_advertised(TestRun& run) {
  Advertised found;
  for (const auto path : {kCardPath, kManifestPath}) {
    const auto response = run.send(run.request("GET", run.url_of(path)));
    if (response && found.by_card.empty()) found.by_card = endpoint_of_card(*response);
  }
  const auto metadata = run.send(run.request("GET", run.url_of(kMcpMetadataPath)));
  found.has_metadata = metadata && metadata->status == 200 && json_body(*metadata).has_value();
  return found;
}

/// Whether there is an endpoint of this service. A card may name a server elsewhere, which is not tested.
bool find_endpoint(TestRun& run) {
  const auto advertised = find_advertised(run);
  const auto own = run.url_of(kMcpPath);
  if (!advertised.has_metadata && advertised.by_card != own) {
    run.check(kOffered, Finding{"not offered", "", Mark::passed});
    return false;
  }
  const bool is_named = advertised.by_card.empty() || advertised.by_card == own;
  run.check(kOffered, is_named
                          ? Verdict()
                          : Finding{expected_got(own + " in the server card", advertised.by_card), kBaseUrlsRemedy});
  auto card = run.request("GET", run.url_of(kMcpPath) + "/server-card");
  card.fields.front().value = "application/mcp-server-card+json";
  run.step("MCP server card fits its schema", card,
           [&](const auto& response) { return check_server_card(response, own); });
  run.step("Metadata of the MCP endpoint", run.request("GET", run.url_of(kMcpMetadataPath)),
           [&](const auto& response) { return check_mcp_metadata(response, own, run.origin()); });
  return true;
}

void call_without_token(TestRun& run) {
  run.step("MCP server names its versions", mcp_request(run, {.method = "server/discover"}), check_discovery_result);
  run.step("MCP server lists its tools", mcp_request(run, {.method = "tools/list"}), check_tools_result);
  const McpCall overview{.method = "tools/call", .member = "name", .value = "get_site_overview"};
  run.step("Public tool returns a result", mcp_request(run, overview), check_tool_result);
}

void read_profile_by_mcp(TestRun& run) {
  const McpCall tool{.method = "tools/call", .member = "name", .value = "get_full_profile"};
  run.step("Profile tool without a token is refused", mcp_request(run, tool),
           [&](const auto& response) { return check_mcp_challenge(response, run.url_of(kMcpMetadataPath)); });
  const auto& token = run.facts.access_token;
  run.step("Profile with the token, as a tool", {token}, mcp_request(run, tool, token),
           [&](const auto& response) { return check_profile_tool(response, run.facts.client_id); });
  const auto address = run.profile_url();
  const McpCall resource{.method = "resources/read", .member = "uri", .value = address};
  run.step("Profile with the token, as a resource", {token}, mcp_request(run, resource, token),
           [&](const auto& response) { return check_profile_resource(response, run.facts.client_id); });
}

/// The first gated document that HTTP has given.
void read_document_by_mcp(TestRun& run) {
  if (run.facts.document_url.empty()) return;
  const std::string& url = run.facts.document_url;
  const McpCall call{.method = "resources/read", .member = "uri", .value = url};
  run.step("Gated document by MCP without a token is refused", mcp_request(run, call),
           [&](const auto& response) { return check_mcp_challenge(response, run.url_of(kMcpMetadataPath)); });
  run.step("Gated document by MCP with a token of its scope", mcp_request(run, call, run.facts.document_token),
           [&](const auto& response) { return check_document_resource(response, url); });
}

void provoke_refusals(TestRun& run) {
  const McpCall list{.method = "tools/list"};
  const auto mismatch =
      run.post(run.url_of(kMcpPath), "application/json", mcp_message(list),
               {{"MCP-Protocol-Version", std::string(content::kCurrentMcpRevision)}, {"Mcp-Method", "resources/list"}});
  run.step("Mcp-Method that differs from the message is refused", mismatch, check_mismatch);
  auto foreign = mcp_request(run, list);
  foreign.fields.push_back({"Origin", "https://foreign-page.invalid"});
  run.step("Foreign Origin is refused", foreign, check_foreign_origin);
  run.step("Wrong method at the MCP endpoint is refused", run.request("GET", run.url_of(kMcpPath)),
           [](const auto& response) -> Verdict {
             if (auto wrong = check_error(response, 405, "method_not_allowed")) return wrong;
             if (has_in_field(response, "Allow", "POST")) return std::nullopt;
             return Finding{"expected Allow with POST, got none", "let the proxy pass the field Allow unchanged"};
           });
}

}  // namespace

client::ClientRequest mcp_request(const TestRun& run, const McpCall& call, const std::string& token) {
  auto request = run.post(
      run.url_of(kMcpPath), "application/json", mcp_message(call),
      {{"MCP-Protocol-Version", std::string(content::kCurrentMcpRevision)}, {"Mcp-Method", std::string(call.method)}});
  request.fields.front().value = "application/json, text/event-stream";
  if (!call.value.empty()) request.fields.push_back({"Mcp-Name", std::string(call.value)});
  if (!token.empty()) request.fields.push_back(bearer(token));
  return request;
}

void test_mcp(TestRun& run) {
  run.begin_group("MCP");
  run.facts.has_mcp = find_endpoint(run);
  if (!*run.facts.has_mcp) return;
  call_without_token(run);
  read_profile_by_mcp(run);
  read_document_by_mcp(run);
  provoke_refusals(run);
}

}  // namespace agent_access::tools
