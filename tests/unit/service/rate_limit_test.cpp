#include "service/endpoints.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;
using http::Method;

/// Ten requests a minute, one each six seconds; 127.0.0.0/8 is a trusted proxy.
limit::Policy example_policy() {
  return {.requests = 10,
          .window = 60s,
          .wide_networks = {},
          .trusted = {.networks = {base::Network::parse("127.0.0.0/8").value()}},
          .ceiling = 0};
}

class RateLimitTest : public ServiceTest {
 protected:
  RateLimitTest() { adopt(example_policy()); }
  void adopt(const limit::Policy& policy) { change_to({.limits = policy}); }
  void use_up() {
    for (int i = 0; i < 10; ++i) EXPECT_NE(get("/api/site.json").status, 429);
  }
  /// The response to a request that the network layer refuses; `forwarded`: a trusted proxy names this
  /// client's.
  Answer refused(http::RequestError fault, int status, std::string_view path, std::string_view forwarded = {},
                 std::string_view host = "example.com") {
    const std::vector<http::Field> fields = {{"X-Forwarded-For", forwarded}};
    http::Request request;
    request.method = Method::post;
    request.path = path;
    request.host = host;
    if (!forwarded.empty()) request.fields = fields;
    request.peer_address = forwarded.empty() ? peer_ : base::IpAddress::parse("127.0.0.1").value();
    http::Response response;
    handler_->reject_request(fault, request, response);
    EXPECT_EQ(response.status, status);
    EXPECT_EQ(response.connection, http::Connection::close);
    return {response.status, std::string(response.constant_fields) + response.fields, response.body, false,
            trace_of(response)};
  }
  static void expect_fields(const Answer& answer, const std::string& remaining, const std::string& reset) {
    EXPECT_EQ(answer.field("RateLimit-Limit"), "10");
    EXPECT_EQ(answer.field("RateLimit-Remaining"), remaining);
    EXPECT_EQ(answer.field("RateLimit-Reset"), reset);
    EXPECT_EQ(answer.field("RateLimit-Policy"), "\"default\";q=10;w=60");
    EXPECT_EQ(answer.field("RateLimit"), "\"default\";r=" + remaining + ";t=" + reset);
  }
};

TEST_F(RateLimitTest, SendsBothFieldFamiliesWithEveryCountedResponse) {
  expect_fields(post("/oauth/register", {}, ""), "9", "6");
  expect_fields(get("/api/agent/full-profile"), "8", "12");
  expect_fields(get("/api/nothing"), "7", "18");
  expect_fields(send(Method::delete_, "/oauth/token"), "6", "24");
  expect_fields(send(Method::options, "/oauth/token"), "5", "30");
  expect_fields(send(Method::head, "/api/site.json"), "4", "36");
  const Answer document = get("/api/site.json");
  expect_fields(document, "3", "42");
  const Answer unchanged = get("/api/site.json", {{"If-None-Match", document.field("ETag")}});
  EXPECT_EQ(unchanged.status, 304);
  expect_fields(unchanged, "2", "48");
  monotonic_.advance(500ms);
  expect_fields(post("/oauth/token", {}, ""), "1", "54");
}

TEST_F(RateLimitTest, NeitherCountsNorRefusesPreflights) {
  const auto preflight = [&](const char* path) {
    return send(Method::options, path, {{"Origin", "https://a.test"}, {"Access-Control-Request-Method", "POST"}});
  };
  for (const char* const path : {"/oauth/token", "/oauth/register", "/api/agent/full-profile", "/api/site.json"}) {
    const Answer answer = preflight(path);
    EXPECT_EQ(answer.status, 204) << path;
    EXPECT_EQ(answer.field("RateLimit-Limit"), "") << path;
  }
  expect_fields(get("/api/site.json"), "9", "6");
  for (int i = 0; i < 9; ++i) EXPECT_EQ(get("/api/site.json").status, 200);
  EXPECT_EQ(get("/api/site.json").status, 429);
  EXPECT_EQ(preflight("/oauth/token").status, 204);
  // Without the fields of a preflight, OPTIONS is a request like others.
  EXPECT_EQ(send(Method::options, "/oauth/token").status, 429);
  EXPECT_EQ(send(Method::options, "/oauth/token", {{"Origin", "https://a.test"}}).status, 429);
}

TEST(RateLimitFields, AreAppendedInThisOrder) {
  std::string fields = "A: b\r\n";
  service::append_rate_limit_fields(
      {.refused_by = limit::RefusedBy::nobody,
       .limit = 1'000'000,
       .window = 3600s,
       .decision = {.is_allowed = true, .remaining = 999'999, .reset = 3600001us, .retry_after = {}}},
      fields);
  EXPECT_EQ(fields,
            "A: b\r\n"
            "RateLimit-Limit: 1000000\r\n"
            "RateLimit-Remaining: 999999\r\n"
            "RateLimit-Reset: 4\r\n"
            "RateLimit-Policy: \"default\";q=1000000;w=3600\r\n"
            "RateLimit: \"default\";r=999999;t=4\r\n");
}

TEST_F(RateLimitTest, ChargesRefusalsOfTheNetworkLayerAndSendsBothFieldFamilies) {
  expect_fields(refused(http::RequestError::body_too_large, 413, "/oauth/token"), "9", "6");
  expect_fields(refused(http::RequestError::body_timeout, 408, "/oauth/register"), "8", "12");
  expect_fields(refused(http::RequestError::expectation_failed, 417, "/api/nothing"), "7", "18");
  expect_fields(refused(http::RequestError::unsupported_coding, 400, "/oauth/token"), "6", "24");
  expect_fields(refused(http::RequestError::malformed_chunks, 400, "/oauth/token"), "5", "30");
  expect_fields(get("/api/site.json"), "4", "36");
}

TEST_F(RateLimitTest, ChargesRefusalsToTheClientBehindATrustedProxy) {
  for (int i = 0; i < 10; ++i) refused(http::RequestError::body_too_large, 413, "/oauth/token", "198.51.100.1");
  expect_fields(refused(http::RequestError::body_too_large, 413, "/oauth/token", "198.51.100.1"), "0", "6");
  expect_fields(refused(http::RequestError::body_too_large, 413, "/oauth/token", "198.51.100.2"), "9", "6");
}

TEST_F(RateLimitTest, DoesNotCountRefusalsOfOtherPathsOrHosts) {
  EXPECT_EQ(refused(http::RequestError::body_too_large, 413, "/llms.txt").field("RateLimit"), "");
  EXPECT_EQ(refused(http::RequestError::body_too_large, 413, "/oauth/token", {}, "evil.example").field("RateLimit"),
            "");
  expect_fields(get("/api/site.json"), "9", "6");
}

TEST_F(RateLimitTest, CountsOnlyRequestsBelowOauthAndApi) {
  for (const auto* path : {"/llms.txt", "/oauth", "/api", "/.well-known/jwks.json", "/apis/x", "/nothing"}) {
    const Answer answer = get(path);
    EXPECT_EQ(answer.field("RateLimit"), "") << path;
    EXPECT_EQ(answer.field("RateLimit-Limit"), "") << path;
  }
  EXPECT_EQ(send(Method::get, "/api/site.json", {}, {}, "evil.example").field("RateLimit"), "");
  expect_fields(get("/api/site.json"), "9", "6");
}

TEST_F(RateLimitTest, RefusesBeforeAnyWork) {
  use_up();
  const Answer refused = post("/oauth/token", {{"Content-Type", kJsonType}}, "not json");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.body, R"({"error":"rate_limited","error_description":)"
                          R"("Too many requests; wait 6 seconds"})");
  EXPECT_EQ(refused.field("Retry-After"), "6");
  expect_fields(refused, "0", "6");
  EXPECT_EQ(refused.trace.route, "token");
  EXPECT_EQ(refused.trace.reason, "rate_limited_address");
}

TEST_F(RateLimitTest, ServesAClientAfterRetryAfter) {
  use_up();
  monotonic_.advance(500ms);
  EXPECT_EQ(get("/api/site.json").field("Retry-After"), "6");
  monotonic_.advance(5400ms);
  EXPECT_EQ(get("/api/site.json").field("Retry-After"), "1");
  monotonic_.advance(100ms);
  expect_fields(get("/api/site.json"), "0", "60");
}

TEST_F(RateLimitTest, ChargesFiveForFailedCredentialsAndTokens) {
  const std::string body =
      "grant_type=client_credentials&client_id=00000000-0000-4000-8000-000000000000&client_secret=x";
  const Answer client = post("/oauth/token", {{"Content-Type", kFormType}}, body);
  EXPECT_EQ(client.error(), "invalid_client");
  expect_fields(client, "5", "30");
  const Answer token = profile("not.a.token");
  EXPECT_EQ(token.error(), "invalid_token");
  expect_fields(token, "0", "60");
  EXPECT_EQ(get("/api/site.json").field("Retry-After"), "6");
}

TEST_F(RateLimitTest, ChargesAFailureBeyondTheBudget) {
  for (int i = 0; i < 9; ++i) EXPECT_EQ(get("/api/site.json").status, 200);
  expect_fields(profile("not.a.token"), "0", "84");
  EXPECT_EQ(get("/api/site.json").field("Retry-After"), "30");
}

TEST_F(RateLimitTest, ChargesOneForAMissingTokenAndForGoodOnes) {
  EXPECT_EQ(get("/api/agent/full-profile").trace.reason, "missing_token");
  const std::string token = token_for(register_client());
  expect_fields(profile(token), "6", "24");
}

TEST_F(RateLimitTest, DistinguishesClientsBehindATrustedProxy) {
  use_up();
  EXPECT_EQ(get("/api/site.json", {{"X-Forwarded-For", "198.51.100.1"}}).status, 429);
  peer_ = base::IpAddress::parse("127.0.0.1").value();
  expect_fields(get("/api/site.json", {{"X-Forwarded-For", "198.51.100.1"}}), "9", "6");
  EXPECT_EQ(get("/api/site.json", {{"X-Forwarded-For", "203.0.113.7"}}).status, 429);
}

TEST_F(RateLimitTest, NamesNetworkAndCeilingInTheLog) {
  limit::Policy policy = example_policy();
  policy.ceiling = 3;
  adopt(policy);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(get("/api/site.json").status, 200);
  const Answer refused = get("/api/site.json");
  EXPECT_EQ(refused.trace.reason, "rate_limited_ceiling");
  EXPECT_EQ(refused.field("Retry-After"), "20");
  expect_fields(refused, "0", "20");
}

TEST_F(RateLimitTest, SendsNoFieldsWhenDisabled) {
  limit::Policy policy = example_policy();
  policy.requests = 0;
  adopt(policy);
  for (int i = 0; i < 50; ++i) {
    const Answer answer = get("/api/site.json");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.field_text.find("RateLimit-Policy: "), std::string::npos);
  }
}

TEST_F(RateLimitTest, AppliesTheLimitsOfANewSnapshot) {
  limit::Policy policy = example_policy();
  policy.requests = 20;
  expect_fields(get("/api/site.json"), "9", "6");
  adopt(policy);
  // The debt is six seconds of sixty; the request adds three.
  EXPECT_EQ(get("/api/site.json").field("RateLimit"), "\"default\";r=17;t=9");
}

}  // namespace
}  // namespace agent_access::test
