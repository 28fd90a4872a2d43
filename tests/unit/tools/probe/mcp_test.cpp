#include <gtest/gtest.h>

#include <algorithm>

#include "tools/probe/mcp.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kType = "application/json";
constexpr std::string_view kClient = "0d9b5a52-8f0e-4b8e-9a57-3d0a1f6f2c11";
const std::string kMetadata = "https://example.com/.well-known/oauth-protected-resource/mcp";

tools::ClientResponse result_of(const std::string& members, std::vector<tools::ClientField> more = {}) {
  return answer_of(200, kType, R"({"jsonrpc":"2.0","result":{)" + members + R"(},"id":1})", std::move(more));
}

tools::ClientResponse error_of(unsigned status, int code, std::vector<tools::ClientField> more = {}) {
  return answer_of(status, kType,
                   R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + std::to_string(code) + R"(,"message":"No"}})",
                   std::move(more));
}

TEST(McpRequest, NamesRevisionAndTool) {
  const TryOptions options;
  const TestRun run(options, tools::parse_url("https://example.com").value());
  const auto call = mcp_request(run, "get_faq", "token");
  EXPECT_EQ(call.url, "https://example.com/mcp");
  EXPECT_EQ(call.body, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{)"
                       R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                       R"("io.modelcontextprotocol/clientInfo":{"name":"agent-access try","version":"1"},)"
                       R"("io.modelcontextprotocol/clientCapabilities":{}},"name":"get_faq"}})");
  const auto field = [](const tools::ClientRequest& request, std::string_view name) {
    const auto found = std::ranges::find(request.fields, name, &tools::ClientField::name);
    return found == request.fields.end() ? std::string("none") : found->value;
  };
  EXPECT_EQ(field(call, "MCP-Protocol-Version"), "2026-07-28");
  EXPECT_EQ(field(call, "Mcp-Method"), "tools/call");
  EXPECT_EQ(field(call, "Mcp-Name"), "get_faq");
  EXPECT_EQ(field(call, "Authorization"), "Bearer token");
  EXPECT_EQ(field(mcp_request(run), "Mcp-Method"), "tools/list");
  EXPECT_EQ(field(mcp_request(run), "Mcp-Name"), "none");
}

TEST(CheckToolsResult, ExplainsWhatIsMissing) {
  EXPECT_EQ(check_tools_result(result_of(R"("tools":[{"name":"get_faq"}])")), std::nullopt);
  EXPECT_EQ(detail_of(check_tools_result(result_of(R"("tools":[])"))), "expected tools in the result, got none");
  EXPECT_EQ(remedy_of(check_tools_result(answer_of(404, "text/html", "<p>Not found</p>"))),
            "pass /mcp to the service, for POST too, and set mcp.enabled = true on all replicas");
  EXPECT_EQ(detail_of(check_tools_result(error_of(400, -32020))),
            "expected 200 and a result of JSON-RPC, got 400 and the error -32020");
  EXPECT_EQ(remedy_of(check_tools_result(error_of(400, -32020))),
            "let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged");
  EXPECT_EQ(detail_of(check_tools_result(answer_of(200, kType, R"({"id":1})"))),
            "expected 200 and a result of JSON-RPC, got 200 without a result");
}

TEST(CheckMcpChallenge, IsAStatusOrAFailedResultOfThisResource) {
  const auto challenge = [](const std::string& metadata) {
    return R"(Bearer error="invalid_token", resource_metadata=")" + metadata + '"';
  };
  EXPECT_EQ(check_mcp_challenge(error_of(401, 401, {{"WWW-Authenticate", challenge(kMetadata)}}), kMetadata),
            std::nullopt);
  const std::string quoted = R"("Bearer error=\"invalid_token\", resource_metadata=\")" + kMetadata + R"(\"")";
  EXPECT_EQ(
      check_mcp_challenge(result_of(R"("isError":true,"_meta":{"mcp/www_authenticate":[)" + quoted + "]}"), kMetadata),
      std::nullopt);
  EXPECT_EQ(
      detail_of(check_mcp_challenge(error_of(401, 401, {{"WWW-Authenticate", challenge("https://a.b")}}), kMetadata)),
      "expected resource_metadata " + kMetadata + ", got https://a.b");
  EXPECT_EQ(remedy_of(check_mcp_challenge(error_of(401, 401), kMetadata)),
            "let the proxy pass POST /mcp to the service, and WWW-Authenticate back");
  EXPECT_EQ(detail_of(check_mcp_challenge(result_of(R"("structuredContent":{})"), kMetadata)),
            "expected 401 or a failed result, with one Bearer challenge, got 200");
  EXPECT_EQ(remedy_of(check_mcp_challenge(error_of(400, -32020), kMetadata)),
            "let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged");
}

TEST(CheckProfileTool, ComparesTheClientAndForbidsStoring) {
  const std::string client(kClient);
  const std::string profile = R"("structuredContent":{"_meta":{"issued_to":")" + client + R"("}})";
  EXPECT_EQ(detail_of(check_profile_tool(result_of(profile), client)), "expected Cache-Control: no-store, got none");
  const auto unstored = result_of(profile, {{"Cache-Control", "no-store"}});
  EXPECT_EQ(check_profile_tool(unstored, client), std::nullopt);
  EXPECT_EQ(detail_of(check_profile_tool(unstored, "another")),
            "expected _meta.issued_to = the registered client in the profile");
  EXPECT_EQ(remedy_of(check_profile_tool(error_of(401, 401), client)),
            "let the proxy pass the Authorization field at /mcp");
  EXPECT_EQ(remedy_of(check_profile_tool(result_of(R"("isError":true)"), client)),
            "let the proxy pass the Authorization field at /mcp");
}

}  // namespace
}  // namespace agent_access::tools
