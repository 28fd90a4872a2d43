#include "service/endpoints.hpp"

#include <gmock/gmock.h>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

content::Access access_with_gates() {
  return {.scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read the papers."}},
          .documents = {{"/api/agent/one", "One", "One.", "application/json"}},
          .gates = {{.prefix = "/data/", .title = "Data", .description = "Measurements.", .scope = 1},
                    {.prefix = "/data/in/",
                     .title = "Inbox",
                     .description = "Reports.",
                     .methods = {"GET", "PUT", "OPTIONS"},
                     .scope = 0}}};
}

class ForwardAuthTest : public ServiceTest {
 protected:
  ForwardAuthTest() {
    change_.access = access_with_gates();
    change_.limits.trusted.networks = {base::Network::parse("203.0.113.0/24").value()};
    adopt();
  }
  void adopt() { change_to(change_); }

  Answer ask(std::string_view method, std::string_view target, Fields fields = {}) {
    fields.emplace_back("X-Forwarded-Method", method);
    fields.emplace_back("X-Forwarded-Uri", target);
    return get("/oauth/gate", fields);
  }
  Fields with_scopes(const std::string& scopes) { return bearer(token_for_scopes(register_client(), scopes)); }

  SnapshotChange change_;
};

TEST_F(ForwardAuthTest, LetsATokenOfTheScopePass) {
  const Answer answer = ask("GET", "/data/x.csv?year=2024", with_scopes("read:extended%20read:papers"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "");
  EXPECT_EQ(answer.trace.route, "gate");
  EXPECT_EQ(answer.field("X-Agent-Client-Id"), answer.trace.client_id);
  EXPECT_EQ(answer.field("X-Agent-Scope"), "read:extended read:papers");
  EXPECT_EQ(answer.field("X-Agent-Token-Id"), answer.trace.token_id);
  EXPECT_EQ(answer.field("X-Agent-Status"), "");
}

TEST_F(ForwardAuthTest, CopiesNoTokenIdThatIsNoUuid) {
  const std::string token = signed_token(
      example_schedule(),
      R"({"iss":"https://example.com","sub":"00010203-0405-4607-8809-0a0b0c0d0e0f",)"
      R"("client_id":"00010203-0405-4607-8809-0a0b0c0d0e0f","aud":"https://example.com","scope":"read:papers",)"
      R"("iat":1790000000,"exp":1790000900,"jti":"x\r\nX-Agent-Client-Id: other"})");
  for (int i = 0; i < 2; ++i) {
    const Answer answer = ask("GET", "/data/x.csv", bearer(token));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.field("X-Agent-Client-Id"), "00010203-0405-4607-8809-0a0b0c0d0e0f");
    EXPECT_EQ(answer.field("X-Agent-Token-Id"), "");
  }
}

TEST_F(ForwardAuthTest, RefusesWithStatusAndBodyInFields) {
  const Answer answer = ask("GET", "/data/x.csv");
  EXPECT_EQ(answer.status, 401);
  EXPECT_EQ(answer.trace.reason, "missing_token");
  EXPECT_EQ(answer.field("X-Agent-Status"), "401");
  EXPECT_EQ(answer.field("X-Agent-Refusal"), answer.body);
  EXPECT_NE(answer.field("WWW-Authenticate").find("/.well-known/oauth-protected-resource/data/x.csv\""),
            std::string::npos);
}

TEST_F(ForwardAuthTest, UsesTheScopeOfTheLongestPrefix) {
  const Fields extended = with_scopes("read:extended");
  EXPECT_EQ(ask("GET", "/data/x.csv", extended).trace.reason, "insufficient_scope");
  EXPECT_EQ(ask("GET", "/data/in/x.csv", extended).status, 200);
  EXPECT_EQ(ask("GET", "/data/in/x.csv", with_scopes("read:papers")).status, 403);
}

TEST_F(ForwardAuthTest, RefusesBeforeItReadsTheToken) {
  EXPECT_EQ(ask("GET", "/other", with_scopes("read:papers")).trace.reason, "ungated_path");
  EXPECT_EQ(ask("GET", "/data/../other").trace.reason, "ambiguous_path");
  const Answer method = ask("POST", "/data/x.csv");
  EXPECT_EQ(method.trace.reason, "method_not_allowed");
  EXPECT_EQ(method.field("Allow"), "GET, HEAD");
  EXPECT_EQ(get("/oauth/gate").trace.reason, "malformed_gate_question");
}

TEST_F(ForwardAuthTest, PassesNothingButPreflightsWithoutAToken) {
  const Fields both = {{"Origin", "https://agent.example"}, {"Access-Control-Request-Method", "PUT"}};
  const Answer passed = ask("OPTIONS", "/data/in/1", both);
  EXPECT_EQ(passed.status, 200);
  EXPECT_THAT(passed.field_text,
              testing::HasSubstr("X-Agent-Client-Id: \r\nX-Agent-Scope: \r\nX-Agent-Token-Id: \r\n"));
  EXPECT_EQ(ask("PUT", "/data/in/1", both).status, 401);
  EXPECT_EQ(ask("OPTIONS", "/data/in/1").status, 401);
  EXPECT_EQ(ask("OPTIONS", "/data/in/1", {both[0]}).status, 401);
  EXPECT_EQ(ask("OPTIONS", "/data/in/1", {both[1]}).status, 401);
  EXPECT_EQ(ask("OPTIONS", "/data/x.csv", both).status, 405);
}

TEST_F(ForwardAuthTest, ReadsAQuestionInOneOfTwoFormsOnly) {
  const std::pair<std::string, std::string> method = {"X-Forwarded-Method", "GET"};
  const std::pair<std::string, std::string> uri = {"X-Forwarded-Uri", "/data/x.csv"};
  for (const Fields& fields : std::vector<Fields>{{method}, {uri}, {method, method, uri}, {method, uri, uri}}) {
    EXPECT_EQ(get("/oauth/gate", fields).trace.reason, "malformed_gate_question") << testing::PrintToString(fields);
  }
  for (const Fields& fields : std::vector<Fields>{{method}, {uri}, {method, uri}}) {
    EXPECT_EQ(get("/oauth/gate/data/x.csv", fields).trace.reason, "malformed_gate_question")
        << testing::PrintToString(fields);
  }
  EXPECT_EQ(get("/oauth/gates/data/x.csv").trace.reason, "unknown_path");
}

TEST_F(ForwardAuthTest, NamesThePrefixInTheChallengeForAVeryLongPath) {
  const std::string longest = "/data/" + std::string(1018, 'x');
  const std::string metadata = "\"https://example.com/.well-known/oauth-protected-resource";
  EXPECT_THAT(ask("GET", longest).field("WWW-Authenticate"), testing::HasSubstr(metadata + longest + "\""));
  EXPECT_THAT(ask("GET", longest + "x").field("WWW-Authenticate"), testing::HasSubstr(metadata + "/data/\""));
}

TEST_F(ForwardAuthTest, ReadsTheOriginalRequestOfEnvoy) {
  const Fields fields = with_scopes("read:extended");
  EXPECT_EQ(send(http::Method::put, "/oauth/gate/data/in/1", fields).status, 200);
  EXPECT_EQ(send(http::Method::put, "/oauth/gate/data/x.csv", fields).status, 405);
  EXPECT_EQ(send(http::Method::patch, "/oauth/gate/data/in/1", fields).status, 405);
  EXPECT_EQ(send(http::Method::delete_, "/oauth/gate/data/in/1", fields).status, 405);
  EXPECT_EQ(send(http::Method::post, "/oauth/gate/data/in/1", fields).status, 405);
  EXPECT_EQ(send(http::Method::other, "/oauth/gate/data/in/1", fields).status, 405);
  EXPECT_EQ(send(http::Method::options, "/oauth/gate/data/in/1", fields).status, 200);
  EXPECT_TRUE(send(http::Method::head, "/oauth/gate/data/in/1", fields).omits_body);
}

TEST_F(ForwardAuthTest, ExistsOnlyForTrustedPeers) {
  peer_ = base::IpAddress::parse("198.51.100.7").value();
  const Answer answer = ask("GET", "/data/x.csv");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.trace.route, "unknown");
  EXPECT_EQ(answer.field("X-Agent-Status"), "");
}

TEST_F(ForwardAuthTest, ExistsOnlyWithGates) {
  change_.access.gates.clear();
  adopt();
  EXPECT_EQ(ask("GET", "/data/x.csv").trace.reason, "unknown_path");
}

// Where a proxy that has no responses of its own sends what came over http: with and without gates.
TEST_F(ForwardAuthTest, RefusesWhatCameInClearTextForTrustedPeersOnly) {
  change_.access.gates.clear();
  adopt();
  for (const auto method : {http::Method::get, http::Method::post, http::Method::options}) {
    const Answer answer = send(method, "/oauth/https-required", {});
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.error(), "https_required");
    EXPECT_EQ(answer.trace.reason, "https_required");
  }
  peer_ = base::IpAddress::parse("198.51.100.7").value();
  EXPECT_EQ(get("/oauth/https-required").trace.reason, "unknown_path");
}

TEST_F(ForwardAuthTest, TakesTheHostOfTheOriginalRequest) {
  const Answer answer = ask("GET", "/data/x.csv", {{"X-Forwarded-Host", "www.example.com"}});
  EXPECT_NE(answer.field("WWW-Authenticate").find("\"https://www.example.com/.well-known/"), std::string::npos);
  EXPECT_EQ(ask("GET", "/data/x.csv", {{"X-Forwarded-Host", "other.example"}}).status, 421);
  const Answer twice =
      ask("GET", "/data/x.csv", {{"X-Forwarded-Host", "example.com"}, {"X-Forwarded-Host", "example.com"}});
  EXPECT_EQ(twice.trace.reason, "malformed_gate_question");
}

TEST_F(ForwardAuthTest, ChargesPreflightsToo) {
  change_.limits.requests = 2;
  change_.limits.window = std::chrono::hours{1};
  adopt();
  const Fields preflight = {{"Origin", "https://agent.example"}, {"Access-Control-Request-Method", "PUT"}};
  EXPECT_EQ(send(http::Method::options, "/oauth/gate/data/in/1", preflight).status, 200);
  EXPECT_EQ(ask("OPTIONS", "/data/in/1", preflight).status, 200);
  const Answer refused = ask("OPTIONS", "/data/in/1", preflight);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.trace.route, "gate");
  EXPECT_EQ(refused.field("X-Agent-Status"), "429");
}

content::Gate gate_for(std::vector<std::string> methods) {
  return {.prefix = "/data/", .title = "Data", .description = "Measurements.", .methods = std::move(methods)};
}

TEST(LetsThrough, TakesTheListedMethodsAndHeadWithGet) {
  const auto reads = gate_for({"GET"});
  EXPECT_TRUE(service::lets_through(reads, "GET"));
  EXPECT_TRUE(service::lets_through(reads, "HEAD"));
  for (const auto* method : {"POST", "OPTIONS", "get", "GET ", "", "GET, HEAD"}) {
    EXPECT_FALSE(service::lets_through(reads, method)) << method;
  }
  const auto writes = gate_for({"POST", "OPTIONS"});
  EXPECT_TRUE(service::lets_through(writes, "OPTIONS"));
  EXPECT_FALSE(service::lets_through(writes, "HEAD"));
}

TEST(AllowedMethods, ListsHeadOnce) {
  EXPECT_EQ(service::allowed_methods(gate_for({"GET"})), "GET, HEAD");
  EXPECT_EQ(service::allowed_methods(gate_for({"POST", "GET"})), "POST, GET, HEAD");
  EXPECT_EQ(service::allowed_methods(gate_for({"GET", "HEAD", "PUT"})), "GET, HEAD, PUT");
}

}  // namespace
}  // namespace agent_access::test
