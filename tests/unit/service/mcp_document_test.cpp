// Gated documents read by resources/read: token and scope, text and bytes, the limit, and what the log has of it.
#include <string>

#include "mcp/resources.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kText = "/api/agent/a%20b.txt";
const std::string kPaperUrl = "https://example.com" + kText;

class McpDocumentTest : public ServiceTest {
 protected:
  McpDocumentTest() { declare({}); }

  void declare(const limit::Policy& limits, const std::string& paper = "line \"one\"\n") {
    const content::Access access{
        .scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read the papers."}},
        .documents = {{kText, "Paper", "A paper.", "text/plain; charset=utf-8", 1},
                      {"/api/agent/data", "", "", "application/json", 0},
                      {"/api/agent/c.pdf", "PDF", "", "application/pdf", 1}}};
    change_to(
        {.mcp = {.is_enabled = true}, .access = access, .gated_bodies = {paper, "{}", "%PDF\xff"}, .limits = limits});
  }
  /// Requests in a minute.
  void limit_to(std::int64_t requests) {
    limit::Policy limits;
    limits.requests = requests;
    declare(limits);
  }
  std::string new_token(const std::string& scope) { return token_for_scopes(client_, scope); }
  /// `token` empty: without the field.
  Answer read(const std::string& uri, const std::string& token) {
    Fields fields = {{"Content-Type", "application/json"},
                     {"MCP-Protocol-Version", "2026-07-28"},
                     {"Mcp-Method", "resources/read"},
                     {"Mcp-Name", uri}};
    if (!token.empty()) fields.emplace_back("Authorization", "Bearer " + token);
    return post("/mcp", fields,
                R"({"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":")" + uri +
                    R"(","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                    R"("io.modelcontextprotocol/clientCapabilities":{}}}})");
  }
  Answer read_paper() { return read(kPaperUrl, token_); }
  static boost::json::object contents_of(const Answer& answer) {
    EXPECT_EQ(answer.status, 200);
    const auto result = answer.json().at("result").as_object();
    EXPECT_EQ(result.at("ttlMs"), 0);
    EXPECT_EQ(result.at("cacheScope"), "private");
    EXPECT_EQ(result.at("contents").as_array().size(), 1U);
    return result.at("contents").at(0).as_object();
  }

  Client client_ = register_client();
  std::string token_ = (declare({}), new_token("read:papers"));
};

TEST_F(McpDocumentTest, IsReadAsText) {
  const Answer answer = read_paper();
  EXPECT_EQ(boost::json::serialize(contents_of(answer)),
            R"({"uri":"https://example.com/api/agent/a%20b.txt","mimeType":"text/plain",)"
            R"("text":"line \"one\"\n"})");
  EXPECT_EQ(answer.trace.route, "mcp");
  EXPECT_EQ(answer.trace.resource, kText);
  EXPECT_EQ(answer.trace.client_id, client_.id);
  EXPECT_EQ(answer.trace.token_id.size(), 36U);
  EXPECT_EQ(answer.trace.reason, "");
  declare({}, "");
  EXPECT_EQ(contents_of(read_paper()).at("text"), "");
}

TEST_F(McpDocumentTest, IsReadAsBytes) {
  EXPECT_EQ(boost::json::serialize(contents_of(read("https://example.com/api/agent/c.pdf", token_))),
            R"({"uri":"https://example.com/api/agent/c.pdf","mimeType":"application/pdf","blob":"JVBERv8="})");
}

TEST_F(McpDocumentTest, IsChallengedForWithItsScope) {
  const std::string text =
      "The access token is missing; register with POST https://example.com/oauth/register, then request a token with "
      "POST https://example.com/oauth/token and grant_type=client_credentials and the scope read:papers; details: "
      "https://example.com/auth.md";
  const Answer answer = read(kPaperUrl, "");
  EXPECT_EQ(answer.status, 401);
  EXPECT_EQ(answer.field("WWW-Authenticate"),
            "Bearer error=\"invalid_token\", error_description=\"" + text +
                "\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/mcp\", "
                "scope=\"read:papers\"");
  EXPECT_EQ(answer.body, R"({"jsonrpc":"2.0","id":7,"error":{"code":401,"message":")" + text +
                             R"(","data":{"error":"invalid_token","error_description":")" + text + "\"}}}");
  EXPECT_EQ(answer.trace.reason, "missing_token");
  EXPECT_EQ(answer.trace.resource, kText);
}

TEST_F(McpDocumentTest, NeedsATokenWithItsScope) {
  const Answer answer = read("https://example.com/api/agent/data", token_);
  EXPECT_EQ(answer.status, 403);
  EXPECT_EQ(answer.field("WWW-Authenticate"),
            "Bearer error=\"insufficient_scope\", error_description=\"The access token lacks the scope "
            "read:extended\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/mcp\", "
            "scope=\"read:extended\"");
  const Answer of_profile = read(kPaperUrl, new_token("read:extended"));
  EXPECT_EQ(of_profile.status, 403);
  EXPECT_EQ(of_profile.json().at("error").at("message"), "The access token lacks the scope read:papers");
  EXPECT_EQ(of_profile.trace.reason, "insufficient_scope");
  const std::string both = new_token("read:extended%20read:papers");
  EXPECT_EQ(contents_of(read("https://example.com/api/agent/data", both)).at("text"), "{}");
  EXPECT_EQ(contents_of(read(kPaperUrl, both)).at("mimeType"), "text/plain");
  EXPECT_EQ(read("https://example.com/api/agent/full-profile", token_).status, 403);
}

TEST_F(McpDocumentTest, IsTheSameInEverySpellingOfItsAddress) {
  for (const std::string uri : {"https://example.com/api/agent/%61 b.txt", "HTTPS://Example.COM/api/agent/a%20b.txt",
                                "https://example.com/%61pi/agent/a%20b.txt"}) {
    const Answer answer = read(uri, token_);
    EXPECT_EQ(contents_of(answer).at("text"), "line \"one\"\n") << uri;
    EXPECT_EQ(contents_of(answer).at("uri"), boost::json::value(uri));
    EXPECT_EQ(answer.trace.resource, kText) << uri;
  }
}

TEST_F(McpDocumentTest, IsReadAtItsAddressOnly) {
  for (const std::string after : {"/", "?x=1", "#x", "%00"}) {
    const Answer answer = read(kPaperUrl + after, token_);
    EXPECT_EQ(answer.status, 200) << after;
    EXPECT_EQ(answer.json().at("error").at("code"), -32602);
    EXPECT_EQ(answer.trace.reason, "unknown_resource");
    EXPECT_EQ(answer.trace.resource, "");
  }
}

TEST_F(McpDocumentTest, IsReadUpToTheLargestSize) {
  declare({}, std::string(mcp::kMostFileBytes, 'x'));
  EXPECT_EQ(contents_of(read_paper()).at("text").as_string().size(), 1'048'576U);
  declare({}, std::string(mcp::kMostFileBytes + 1, 'x'));
  const Answer large = read_paper();
  EXPECT_EQ(large.status, 200);
  EXPECT_EQ(large.json().at("error").at("code"), -32602);
  EXPECT_EQ(large.json().at("error").at("message"),
            "Files of more than 1 MiB are read over HTTP: GET the address with the same access token");
  EXPECT_EQ(large.trace.reason, "large_resource");
  EXPECT_EQ(large.trace.resource, kText);
}

TEST_F(McpDocumentTest, IsThatOfTheAskedHost) {
  const Fields fields = {{"Content-Type", "application/json"}, {"Authorization", "Bearer " + token_}};
  const auto body = [](std::string_view host) {
    return R"({"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"https://)" + std::string(host) +
           R"(/api/agent/a%20b.txt"}})";
  };
  EXPECT_EQ(send(http::Method::post, "/mcp", fields, body("www.example.com"), "www.example.com").trace.reason, "");
  EXPECT_EQ(send(http::Method::post, "/mcp", fields, body("example.com"), "www.example.com").trace.reason,
            "unknown_resource");
}

TEST_F(McpDocumentTest, IsRefusedBeyondTheLimit) {
  limit_to(2);
  EXPECT_EQ(read_paper().field("RateLimit"), R"("default";r=1;t=30)");
  EXPECT_EQ(read_paper().status, 200);
  const Answer refused = read_paper();
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.trace.resource, "") << "the message was not read";
}

TEST_F(McpDocumentTest, ChargesFiveForAWrongToken) {
  limit_to(10);
  EXPECT_EQ(read(kPaperUrl, "wrong").field("RateLimit"), R"("default";r=5;t=30)");
}

}  // namespace
}  // namespace agent_access::test
