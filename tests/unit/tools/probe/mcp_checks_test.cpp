#include "tools/probe/steps.hpp"

#include <gtest/gtest.h>

#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kType = "application/json";
constexpr std::string_view kClient = "0d9b5a52-8f0e-4b8e-9a57-3d0a1f6f2c11";
const std::string kMetadata = "https://example.com/.well-known/oauth-protected-resource/mcp";

client::ClientResponse result_of(const std::string& members) {
  return answer_of(200, kType, R"({"jsonrpc":"2.0","result":{)" + members + R"(},"id":1})");
}

client::ClientResponse error_of(unsigned status, int code) {
  return answer_of(status, kType,
                   R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + std::to_string(code) + R"(,"message":"No"}})");
}

std::string detail_of(const Verdict& verdict) { return verdict ? verdict->detail : "passed"; }
std::string remedy_of(const Verdict& verdict) { return verdict ? verdict->remedy : "passed"; }

client::ClientResponse challenged(unsigned status, const std::string& challenge) {
  auto response = error_of(status, 401);
  response.fields.push_back({"WWW-Authenticate", challenge});
  return response;
}

TEST(McpMessage, NamesRevisionAndTarget) {
  EXPECT_EQ(mcp_message({.method = "tools/call", .member = "name", .value = "get_faq"}),
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{)"
            R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
            R"("io.modelcontextprotocol/clientInfo":{"name":"agent-access try","version":"1"},)"
            R"("io.modelcontextprotocol/clientCapabilities":{}},"name":"get_faq"}})");
}

TEST(EndpointOfCard, IsThatOfARemoteServer) {
  const auto card = [](std::string_view type) {
    return answer_of(200, kType,
                     R"({"remotes":[{"type":")" + std::string(type) + R"(","url":"https://example.com/mcp"}]})");
  };
  EXPECT_EQ(endpoint_of_card(card("streamable-http")), "https://example.com/mcp");
  EXPECT_EQ(endpoint_of_card(card("https://webmachinelearning.github.io/webmcp/")), "");
  EXPECT_EQ(endpoint_of_card(answer_of(404, kType, "{}")), "");
}

TEST(CheckServerCard, ComparesItWithTheSchema) {
  const std::string type = "application/mcp-server-card+json";
  const std::string good =
      R"({"$schema":"https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",)"
      R"("name":"com.example/robin","version":"1.0.0","description":"Boats & tides","title":"Robin",)"
      R"("remotes":[{"type":"streamable-http","url":"https://example.com/mcp"}]})";
  const auto check = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    return detail_of(check_server_card(answer_of(200, type, text), "https://example.com/mcp"));
  };
  EXPECT_EQ(check("", ""), "passed");
  EXPECT_EQ(detail_of(check_server_card(answer_of(404, kType, R"({"error":"not_found"})"), "")),
            "expected 200 and application/mcp-server-card+json, got 404 not_found");
  EXPECT_EQ(check("/v1/server", "/v2/server"),
            "expected $schema https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json in the server "
            "card");
  for (const auto* name :
       {"robin", "com.example/", "/robin", "com.example/a/b", "com_example/robin", "com.example/ä"}) {
    EXPECT_EQ(check("com.example/robin", name), "expected a name such as com.example/name in the server card") << name;
  }
  EXPECT_EQ(check("com.example/robin", "com.example/" + std::string(189, 'a')),
            "expected a name such as com.example/name in the server card");
  EXPECT_EQ(check("1.0.0", ""), "expected a version in the server card");
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "ü";
  EXPECT_EQ(check("Boats & tides", umlauts), "passed");
  EXPECT_EQ(check("Boats & tides", umlauts + "u"), "expected a description of 1 to 100 characters in the server card");
  EXPECT_EQ(check("\"Robin\"", "\"\""), "expected a title of 1 to 100 characters in the server card");
  EXPECT_EQ(check("streamable-http", "stdio"), "expected type and url of each remote in the server card");
  EXPECT_EQ(check("example.com/mcp", "other.example/mcp"),
            "expected the remote https://example.com/mcp in the server card");
}

TEST(CheckMcpMetadata, ComparesResourceAndIssuer) {
  const std::string good = R"({"resource":"https://example.com/mcp","authorization_servers":["https://example.com"],)"
                           R"("scopes_supported":["read:extended"]})";
  const auto check = [](const client::ClientResponse& response) {
    return check_mcp_metadata(response, "https://example.com/mcp", "https://example.com");
  };
  EXPECT_EQ(detail_of(check(answer_of(200, kType, good))), "passed");
  EXPECT_EQ(detail_of(check(answer_of(404, kType, R"({"error":"not_found"})"))),
            "expected 200 and JSON, got 404 not_found");
  EXPECT_EQ(detail_of(check(answer_of(200, kType, R"({"resource":"https://example.com"})"))),
            "expected resource https://example.com/mcp, got https://example.com");
  EXPECT_EQ(detail_of(check(answer_of(200, kType, R"({"resource":"https://example.com/mcp"})"))),
            "expected https://example.com in authorization_servers and read:extended in scopes_supported");
}

TEST(McpResult, ExplainsWhatIsMissing) {
  EXPECT_EQ(remedy_of(check_discovery_result(answer_of(404, "text/html", "<p>Not found</p>"))),
            "pass /mcp to the service, for POST too, and set mcp.enabled = true on all replicas");
  EXPECT_EQ(detail_of(check_discovery_result(error_of(400, -32020))),
            "expected 200 and a result of JSON-RPC, got 400 and the error -32020");
  EXPECT_EQ(remedy_of(check_discovery_result(error_of(400, -32020))),
            "let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged");
  EXPECT_EQ(remedy_of(check_profile_tool(error_of(401, 401), std::string(kClient))),
            "let the proxy pass the Authorization field at /mcp");
  EXPECT_EQ(detail_of(check_discovery_result(answer_of(200, kType, R"({"id":1})"))),
            "expected 200 and a result of JSON-RPC, got 200 without a result");
}

TEST(CheckDiscoveryResult, RequiresTheRevisionAndTools) {
  EXPECT_FALSE(check_discovery_result(
      result_of(R"("supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{}})")));
  EXPECT_TRUE(check_discovery_result(result_of(R"("supportedVersions":["2025-11-25"],"capabilities":{"tools":{}})")));
  EXPECT_TRUE(check_discovery_result(result_of(R"("supportedVersions":["2026-07-28"],"capabilities":{})")));
}

TEST(CheckToolsResult, RequiresTheEightNames) {
  const std::string seven =
      R"({"name":"get_site_overview"},{"name":"search_content"},{"name":"list_content"},{"name":"get_content_item"},)"
      R"({"name":"get_cv_summary"},{"name":"get_contact_info"},{"name":"get_faq"})";
  EXPECT_FALSE(check_tools_result(result_of(R"("tools":[)" + seven + R"(,{"name":"get_full_profile"}])")));
  EXPECT_TRUE(check_tools_result(result_of(R"("tools":[)" + seven + "]")));
  EXPECT_TRUE(check_tools_result(result_of(R"("tools":[)" + seven + R"(,{"name":"get_faq"}])")));
}

TEST(CheckToolResult, RequiresStructuredContent) {
  EXPECT_FALSE(check_tool_result(result_of(R"("content":[],"structuredContent":{"title":"Example"})")));
  EXPECT_TRUE(check_tool_result(result_of(R"("content":[])")));
  EXPECT_TRUE(check_tool_result(result_of(R"("structuredContent":{},"isError":true)")));
}

TEST(CheckMcpChallenge, IsAStatusOrAFailedResultOfThisResource) {
  const std::string challenge = R"(Bearer error="invalid_token", resource_metadata=")" + kMetadata + '"';
  EXPECT_FALSE(check_mcp_challenge(challenged(401, challenge), kMetadata));
  const std::string quoted = R"("Bearer error=\"invalid_token\", resource_metadata=\")" + kMetadata + R"(\"")";
  const std::string meta = R"("_meta":{"mcp/www_authenticate":[)" + quoted + "]}";
  EXPECT_FALSE(check_mcp_challenge(result_of(R"("isError":true,)" + meta), kMetadata));
  EXPECT_TRUE(check_mcp_challenge(result_of(meta), kMetadata)) << "the call succeeded";
  const std::string of_site =
      R"(Bearer error="invalid_token", resource_metadata="https://example.com/.well-known/oauth-protected-resource")";
  EXPECT_EQ(detail_of(check_mcp_challenge(challenged(401, of_site), kMetadata)),
            "expected error=\"invalid_token\" and "
            "resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/mcp\", got "
            "https://example.com/.well-known/oauth-protected-resource");
  EXPECT_EQ(detail_of(check_mcp_challenge(error_of(401, 401), kMetadata)),
            "expected 401 or a failed result, with one Bearer challenge, got 401");
  EXPECT_EQ(remedy_of(check_mcp_challenge(error_of(400, -32020), kMetadata)),
            "let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged");
}

TEST(CheckProfile, ComparesTheClientAndForbidsStoring) {
  const std::string client(kClient);
  const std::string profile = R"({"_meta":{"issued_to":")" + client + R"("}})";
  auto tool = result_of(R"("structuredContent":)" + profile);
  auto resource = result_of(R"("contents":[{"uri":"x","text":"{\"_meta\":{\"issued_to\":\")" + client + R"(\"}}"}])");
  EXPECT_EQ(detail_of(check_profile_tool(tool, client)), "expected Cache-Control: no-store, got none");
  EXPECT_EQ(detail_of(check_profile_resource(resource, client)), "expected Cache-Control: no-store, got none");
  for (auto* response : {&tool, &resource}) {
    std::erase_if(response->fields, [](const auto& field) { return field.name == "Cache-Control"; });
    response->fields.push_back({"Cache-Control", "no-store"});
  }
  EXPECT_FALSE(check_profile_tool(tool, client));
  EXPECT_FALSE(check_profile_resource(resource, client));
  EXPECT_EQ(detail_of(check_profile_tool(tool, "another")),
            "expected _meta.issued_to = the registered client in the profile");
  EXPECT_EQ(detail_of(check_profile_resource(resource, "another")),
            "expected _meta.issued_to = the registered client in the profile");
  EXPECT_EQ(detail_of(check_profile_resource(result_of(R"("contents":[{"text":"["}])"), client)),
            "expected one content whose text is the profile");
}

TEST(CheckRefusals, NeedStatusAndCode) {
  EXPECT_FALSE(check_mismatch(error_of(400, -32020)));
  EXPECT_TRUE(check_mismatch(error_of(400, -32600)));
  EXPECT_TRUE(check_mismatch(result_of("")));
  EXPECT_FALSE(check_foreign_origin(error_of(403, 403)));
  EXPECT_TRUE(check_foreign_origin(answer_of(403, "text/html", "<p>Forbidden</p>")));
  EXPECT_EQ(check_foreign_origin(answer_of(403, "text/html", "<p>Forbidden</p>"))->mark, Mark::failed);
  EXPECT_EQ(check_foreign_origin(result_of(""))->mark, Mark::warned);
}

TEST(CheckDocumentResource, NeedsOneContentOfTheAddressUnlessItIsTooLarge) {
  const std::string url = "https://example.com/api/agent/papers/";
  const auto check = [&](const std::string& contents) {
    auto response = result_of(R"("contents":[)" + contents + "]");
    std::erase_if(response.fields, [](const auto& field) { return field.name == "Cache-Control"; });
    response.fields.push_back({"Cache-Control", "no-store"});
    return detail_of(check_document_resource(response, url));
  };
  const std::string wrong = "expected one content of https://example.com/api/agent/papers/ with text or blob";
  EXPECT_EQ(check(R"({"uri":"https://example.com/api/agent/papers/","text":"{}"})"), "passed");
  EXPECT_EQ(check(R"({"uri":"https://example.com/api/agent/papers/","blob":"AA=="})"), "passed");
  EXPECT_EQ(check(R"({"uri":"https://example.com/api/agent/papers/"})"), wrong);
  EXPECT_EQ(check(R"({"uri":"https://example.com/","text":"{}"})"), wrong);
  EXPECT_EQ(check(""), wrong);
  const auto stored = result_of(R"("contents":[{"uri":"https://example.com/api/agent/papers/","text":"{}"}])");
  EXPECT_EQ(detail_of(check_document_resource(stored, url)), "expected Cache-Control: no-store, got none");
  EXPECT_FALSE(check_document_resource(error_of(200, -32602), "https://example.com/a"));
  EXPECT_EQ(remedy_of(check_document_resource(error_of(401, 401), "https://example.com/a")),
            "let the proxy pass the Authorization field at /mcp");
  EXPECT_TRUE(check_document_resource(error_of(200, -32601), "https://example.com/a"));
}

}  // namespace
}  // namespace agent_access::tools
