// POST /mcp through the handler: tokens, fields of HTTP, limits, and what the log has of it.

#include "mcp/server.hpp"
#include "service/authorization.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;
using http::Method;

constexpr std::string_view kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";
const std::string kProfileCall =
    R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"get_full_profile",)" + std::string(kMeta) +
    "}}";
const Fields kProfileFields = {{"Content-Type", "application/json"},
                               {"Accept", "application/json, text/event-stream"},
                               {"MCP-Protocol-Version", "2026-07-28"},
                               {"Mcp-Method", "tools/call"},
                               {"Mcp-Name", "get_full_profile"}};
const std::string kLegacyPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

limit::Policy ten_a_minute() {
  limit::Policy policy;
  policy.requests = 10;
  policy.window = 60s;
  return policy;
}

class McpEndpointTest : public ServiceTest {
 protected:
  McpEndpointTest() { enable({.is_enabled = true}); }

  void enable(const content::McpSettings& mcp, const limit::Policy& limits = {}) {
    change_to({.mcp = mcp, .limits = limits});
  }
  /// A call of get_full_profile; `authorization` empty: without the field.
  Answer call_profile(const std::string& authorization = "") {
    Fields fields = kProfileFields;
    if (!authorization.empty()) fields.emplace_back("Authorization", authorization);
    return post("/mcp", fields, kProfileCall);
  }
  /// A ping of an older client with `fields` besides Content-Type.
  Answer ping(const Fields& fields) {
    Fields all = {{"Content-Type", "application/json"}};
    all.insert(all.end(), fields.begin(), fields.end());
    return post("/mcp", all, kLegacyPing);
  }
  static void expect_refused(const Answer& answer, int status, std::string_view reason) {
    EXPECT_EQ(answer.status, status) << reason;
    EXPECT_EQ(answer.trace.route, "mcp") << reason;
    EXPECT_EQ(answer.trace.error, "invalid_request") << reason;
    EXPECT_EQ(answer.trace.reason, reason);
  }
};

TEST_F(ServiceTest, HasNoMcpEndpointUnlessTheSettingsEnableIt) {
  change_to({.limits = ten_a_minute()});
  const Answer answer = post("/mcp", kProfileFields, kProfileCall);
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.trace.reason, "unknown_path");
  EXPECT_EQ(answer.field("RateLimit-Remaining"), "") << "the path is not counted";
  EXPECT_EQ(send(Method::get, "/mcp", {{"Origin", "https://other.example"}}).status, 404) << "nor is Origin read";
}

TEST_F(McpEndpointTest, ChallengesACallWithoutAToken) {
  const Answer answer = call_profile();
  const std::string text = "The access token is missing" + service::token_remedy("https://example.com", "");
  EXPECT_EQ(answer.status, 401);
  EXPECT_EQ(answer.field("WWW-Authenticate"),
            "Bearer error=\"invalid_token\", error_description=\"" + text +
                "\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/mcp\", "
                "scope=\"read:extended\"");
  EXPECT_EQ(answer.body, R"({"jsonrpc":"2.0","id":"a","error":{"code":401,"message":")" + text +
                             R"(","data":{"error":"invalid_token","error_description":")" + text + "\"}}}");
  EXPECT_EQ(answer.trace.route, "mcp");
  EXPECT_EQ(answer.trace.reason, "missing_token");
}

TEST_F(McpEndpointTest, ChallengesInTheResultIfTheSettingsSaySo) {
  enable({.is_enabled = true, .challenges_in_result = true});
  const Answer answer = call_profile("Bearer none");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.field("WWW-Authenticate"), "");
  const auto result = answer.json().at("result").as_object();
  EXPECT_EQ(result.at("isError"), true);
  const auto challenge = result.at("_meta").at("mcp/www_authenticate").at(0).as_string();
  EXPECT_TRUE(std::string_view(challenge).starts_with("Bearer error=\"invalid_token\"")) << challenge;
}

TEST_F(McpEndpointTest, RefusesAWrongTokenWhateverTheMessageAsksFor) {
  const std::string expired = token_for(register_client());
  clock_.set(kNow + 900);
  for (const std::string& token : {std::string("Bearer none"), "Bearer " + expired, std::string("Basic YTpi")}) {
    for (const std::string& body :
         {kLegacyPing,
          std::string(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"x"}})"),
          std::string(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), std::string("[]"), std::string()}) {
      const Answer answer = post("/mcp", {{"Content-Type", "application/json"}, {"Authorization", token}}, body);
      EXPECT_EQ(answer.status, 401) << body;
      EXPECT_TRUE(answer.field("WWW-Authenticate").starts_with("Bearer error=\"invalid_token\"")) << body;
      EXPECT_TRUE(answer.field("WWW-Authenticate").ends_with("scope=\"read:extended\"")) << body;
      EXPECT_EQ(answer.trace.error, "invalid_token");
    }
  }
  for (const auto* none : {"", "Bearer", "bearer"}) EXPECT_EQ(ping({{"Authorization", none}}).status, 200) << none;
  EXPECT_EQ(ping({{"Authorization", "Bearer " + token_for(register_client())}}).status, 200);
}

TEST_F(McpEndpointTest, ReturnsTheProfileForAToken) {
  const Client client = register_client();
  const std::string token = token_for(client);
  const Answer answer = call_profile("Bearer " + token);
  ASSERT_EQ(answer.status, 200);
  const auto result = answer.json().at("result").as_object();
  const auto expected = boost::json::parse(profile(token).body);
  EXPECT_EQ(result.at("structuredContent"), expected);
  EXPECT_EQ(boost::json::parse(result.at("content").at(0).at("text").as_string()), expected);
  EXPECT_EQ(answer.trace.route, "mcp");
  EXPECT_EQ(answer.trace.reason, "");
  EXPECT_EQ(answer.trace.client_id, client.id);
  EXPECT_EQ(answer.trace.token_id.size(), 36U);
}

TEST_F(McpEndpointTest, VerifiesATokenOnce) {
  const std::string id = "6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31";
  const std::string token = signed_token(
      example_schedule(), R"({"iss":"https://example.com","sub":")" + id + R"(","client_id":")" + id +
                              R"(","aud":["https://example.com","https://example.com/api/agent/full-profile"],)"
                              R"("scope":"read:extended","iat":1790000000,"exp":1790000900,)"
                              R"("jti":"5541c633-2a46-46ae-8461-eed0cd86aff1"})");
  const Answer missed = call_profile("Bearer " + token);
  const Answer hit = call_profile("Bearer " + token);
  ASSERT_EQ(missed.status, 200);
  EXPECT_EQ(missed.body, hit.body);
  EXPECT_EQ(missed.trace.key_id.size(), 43U);
  EXPECT_EQ(hit.trace.key_id, "") << "a cached token has no key id";
  EXPECT_EQ(hit.trace.token_id, "5541c633-2a46-46ae-8461-eed0cd86aff1");
  clock_.set(kNow + 900);
  EXPECT_EQ(call_profile("Bearer " + token).status, 401);
}

TEST_F(McpEndpointTest, ReadsTheProfileAsAResourceOfEachHost) {
  const std::string token = token_for(register_client());
  const std::string uri = "https://www.example.com/api/agent/full-profile";
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":")" + uri + "\"}}";
  const Fields fields = {{"Content-Type", "application/json"}, {"Authorization", "Bearer " + token}};
  const Answer answer = send(Method::post, "/mcp", fields, body, "www.example.com");
  ASSERT_EQ(answer.status, 200);
  const auto contents = answer.json().at("result").at("contents").at(0).as_object();
  EXPECT_EQ(std::string_view(contents.at("uri").as_string()), uri);
  EXPECT_EQ(std::string_view(contents.at("text").as_string()), profile(token, "www.example.com").body);
  const Answer other = send(Method::post, "/mcp", fields, body, "example.com");
  EXPECT_EQ(other.trace.reason, "unknown_resource") << "it is the profile of the other host";
}

TEST_F(McpEndpointTest, RefusesFieldsOfHttp) {
  expect_refused(post("/mcp", {}, kLegacyPing), 415, "unsupported_media_type");
  expect_refused(post("/mcp", {{"Content-Type", "text/plain"}}, kLegacyPing), 415, "unsupported_media_type");
  expect_refused(ping({{"Content-Type", "text/plain"}}), 415, "unsupported_media_type");
  EXPECT_EQ(ping({{"Content-Type", "application/json"}}).status, 200) << "twice the same";
  expect_refused(ping({{"Content-Encoding", "gzip"}}), 415, "content_encoding");
  expect_refused(ping({{"Accept", "text/event-stream"}}), 406, "not_acceptable");
  expect_refused(ping({{"Origin", "https://other.example"}}), 403, "foreign_origin");
  expect_refused(ping({{"Origin", "null"}}), 403, "foreign_origin");
  expect_refused(ping({{"Origin", "https://example.com"}, {"Origin", "https://other.example"}}), 403, "foreign_origin");
  expect_refused(ping({{"Origin", "https://example.com, https://other.example"}}), 403, "foreign_origin");
  for (const auto* origin : {"https://example.com", "https://www.example.com"}) {
    EXPECT_EQ(ping({{"Origin", origin}}).status, 200) << origin;
  }
  EXPECT_EQ(ping({{"Accept", "*/*"}}).status, 200);
  EXPECT_EQ(post("/mcp", {{"Content-Type", "text/plain"}}, kLegacyPing).field("Accept"), "application/json");
}

TEST_F(McpEndpointTest, CountsEqualCopiesOfAFieldOnce) {
  EXPECT_EQ(post("/mcp", {{"Content-Type", "application/json, application/json"}}, kLegacyPing).status, 200);
  EXPECT_EQ(ping({{"Origin", "https://example.com"}, {"Origin", "https://example.com"}}).status, 200);
  EXPECT_EQ(ping({{"Origin", "https://example.com, https://example.com"}}).status, 200);
}

TEST_F(McpEndpointTest, ReadsSeveralAcceptFieldsAsOneList) {
  EXPECT_EQ(ping({{"Accept", "text/event-stream"}, {"Accept", "application/json"}}).status, 200);
  EXPECT_EQ(ping({{"Accept", "application/json"}, {"Accept", "text/event-stream"}}).status, 200);
  expect_refused(ping({{"Accept", "*/*"}, {"Accept", "application/json;q=0"}}), 406, "not_acceptable");
}

TEST_F(McpEndpointTest, RefusesAForeignOriginWhateverTheMethod) {
  const Fields foreign = {{"Origin", "https://other.example"}, {"Access-Control-Request-Method", "POST"}};
  const Fields own = {{"Origin", "https://example.com"}, {"Access-Control-Request-Method", "POST"}};
  for (const Method method : {Method::get, Method::head, Method::delete_, Method::options}) {
    expect_refused(send(method, "/mcp", foreign), 403, "foreign_origin");
  }
  EXPECT_EQ(send(Method::options, "/mcp", foreign).field("Access-Control-Allow-Methods"), "");
  EXPECT_EQ(send(Method::options, "/mcp", own).status, 204);
  EXPECT_EQ(send(Method::get, "/mcp", own).status, 405);
  EXPECT_EQ(send(Method::get, "/mcp", {}).status, 405);
}

TEST_F(McpEndpointTest, LogsTheFaultOfAMessage) {
  const Fields json = {{"Content-Type", "application/json"}};
  expect_refused(post("/mcp", json, "{"), 400, "malformed_json");
  expect_refused(post("/mcp", json, "[]"), 400, "batch");
  expect_refused(ping({{"MCP-Protocol-Version", "1999-01-01"}}), 400, "unsupported_version");
  expect_refused(ping({{"MCP-Protocol-Version", "2026-07-28"}}), 400, "missing_meta");
  expect_refused(post("/mcp", json, R"({"jsonrpc":"2.0","method":"ping"})"), 400, "refused_notification");
  expect_refused(post("/mcp", json, R"({"jsonrpc":"2.0","id":1,"method":"nothing"})"), 200, "unknown_method");
  expect_refused(post("/mcp", json, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}})"), 200,
                 "unknown_tool");
  Fields repeated = kProfileFields;
  repeated.emplace_back("Mcp-Name", "get_faq");
  expect_refused(post("/mcp", repeated, kProfileCall), 400, "header_mismatch");
  Fields unknown = kProfileFields;
  unknown[3].second = "nothing";
  expect_refused(
      post("/mcp", unknown, R"({"jsonrpc":"2.0","id":1,"method":"nothing","params":{)" + std::string(kMeta) + "}}"),
      404, "unknown_method");
}

TEST_F(McpEndpointTest, AcceptsNotifications) {
  const Answer answer =
      post("/mcp", {{"Content-Type", "application/json"}}, R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_EQ(answer.status, 202);
  EXPECT_EQ(answer.body, "");
  EXPECT_EQ(answer.field("Content-Type"), "");
  EXPECT_EQ(answer.trace.reason, "");
}

TEST_F(McpEndpointTest, IsCountedByTheRateLimit) {
  enable({.is_enabled = true}, ten_a_minute());
  EXPECT_EQ(ping({}).field("RateLimit-Remaining"), "9");
  EXPECT_EQ(post("/mcp", {}, "x").field("RateLimit-Remaining"), "8") << "a refused message is counted, too";
  EXPECT_EQ(get("/api/site.json").field("RateLimit-Remaining"), "7") << "with the requests of the API";
  for (int count = 0; count < 7; ++count) EXPECT_EQ(ping({}).status, 200);
  const Answer refused = ping({});
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.trace.route, "mcp");
  EXPECT_EQ(refused.trace.error, "rate_limited");
  EXPECT_EQ(refused.field("Retry-After"), "6");
}

TEST_F(McpEndpointTest, ChargesAWrongTokenMore) {
  enable({.is_enabled = true}, ten_a_minute());
  EXPECT_EQ(call_profile().field("RateLimit-Remaining"), "9") << "nobody guesses without a token";
  EXPECT_EQ(call_profile("Bearer " + std::string(200, 'A')).field("RateLimit-Remaining"), "4");
  EXPECT_EQ(ping({}).field("RateLimit-Remaining"), "3");
}

}  // namespace
}  // namespace agent_access::test
