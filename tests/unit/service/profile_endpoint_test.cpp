// GET /api/agent/full-profile.
#include "service/authorization.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kId = "6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31";

/// A payload of a good token, with `from` replaced by `to`.
std::string payload(std::string_view from = "", std::string_view to = "") {
  std::string text = R"({"iss":"https://example.com","sub":")" + kId + R"(","client_id":")" + kId +
                     R"(","aud":["https://example.com","https://example.com/api/agent/full-profile"],)"
                     R"("scope":"read:extended","iat":1790000000,"exp":1790000900,)"
                     R"("jti":"5541c633-2a46-46ae-8461-eed0cd86aff1"})";
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  return text;
}

std::string challenge(std::string_view description, std::string_view base_url = "https://example.com") {
  return "Bearer error=\"invalid_token\", error_description=\"" + std::string(description) +
         service::token_remedy(base_url, "") + "\", resource_metadata=\"" + std::string(base_url) +
         "/.well-known/oauth-protected-resource\"";
}

TEST_F(ServiceTest, ServesTheOwnersBytesAndMeta) {
  const Client client = register_client();
  const auto answer = profile(token_for(client));
  ASSERT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "{\"about\": \"Example Person\",\n \"open_to\": [\"talks\"],\"_meta\":{\"issued_to\":\"" +
                             client.id + R"(","scope":"read:extended","expires_at":"2026-09-21T14:28:20Z"}})");
  EXPECT_EQ(answer.field("Content-Type"), "application/json");
  EXPECT_EQ(answer.trace.route, "profile");
  EXPECT_EQ(answer.trace.client_id, client.id);
  EXPECT_EQ(answer.trace.token_id.size(), 36U);
}

TEST_F(ServiceTest, ServesTheSameProfileForCachedAndVerifiedTokens) {
  const std::string token = signed_token(example_schedule(), payload());
  const auto missed = profile(token);
  const auto hit = profile(token);
  ASSERT_EQ(missed.status, 200);
  EXPECT_EQ(missed.body, hit.body);
  EXPECT_EQ(missed.field_text, hit.field_text);
  EXPECT_EQ(missed.trace.token_id, "5541c633-2a46-46ae-8461-eed0cd86aff1");
  EXPECT_EQ(hit.trace.token_id, "5541c633-2a46-46ae-8461-eed0cd86aff1");
  EXPECT_EQ(missed.trace.key_id.size(), 43U);
  EXPECT_EQ(hit.trace.key_id, "");  // only a verified token has a key id, so the second was a cache hit
}

TEST_F(ServiceTest, CachesATokenWhenItIsIssued) {
  const auto answer = profile(token_for(register_client()));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.trace.key_id, "");
}

TEST_F(ServiceTest, RefusesACachedTokenWithAnotherSignature) {
  const std::string token = token_for(register_client());
  ASSERT_EQ(profile(token).status, 200);
  const auto dot = token.rfind('.');
  for (std::size_t i = 0; i < token.size(); i += i < dot ? 17 : 1) {
    std::string forged = token;
    forged[i] = forged[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(profile(forged).status, 401) << i;
  }
  EXPECT_EQ(profile(token + "A").status, 401);
  EXPECT_EQ(profile(token + "=").status, 401);
  EXPECT_EQ(profile(token.substr(0, token.size() - 1)).status, 401);
  EXPECT_EQ(profile(token.substr(0, dot + 1)).status, 401);
  EXPECT_EQ(profile(token.substr(0, dot + 1) + std::string(86, 'A')).status, 401);
  EXPECT_EQ(profile(token).status, 200);
}

TEST_F(ServiceTest, RefusesACachedTokenFromItsExpiry) {
  const std::string known = token_for(register_client());
  const std::string fresh = signed_token(example_schedule(), payload());
  clock_.set(kNow + 899);
  EXPECT_EQ(profile(known).status, 200);
  for (const std::int64_t time : {kNow + 900, kNow + 901}) {
    clock_.set(time);
    for (const auto& token : {known, fresh}) {
      const auto answer = profile(token);
      EXPECT_EQ(answer.status, 401);
      EXPECT_EQ(answer.field("WWW-Authenticate"), challenge("The access token has expired"));
      EXPECT_EQ(answer.trace.reason, "expired");
    }
  }
}

TEST_F(ServiceTest, RefusesACachedTokenWithIatInTheFutureAfterTheClockIsSetBack) {
  const auto token = token_for(register_client());
  ASSERT_EQ(profile(token).status, 200);
  clock_.set(kNow - 60);
  EXPECT_EQ(profile(token).status, 200);
  clock_.set(kNow - 61);
  EXPECT_EQ(profile(token).status, 401);
}

TEST_F(ServiceTest, SendsExactlyThisChallenge) {
  const auto answer = get("/api/agent/full-profile");
  EXPECT_EQ(answer.status, 401);
  const std::string description =
      "The access token is missing; register with POST https://example.com/oauth/register, then request a token with "
      "POST https://example.com/oauth/token and grant_type=client_credentials; details: https://example.com/auth.md";
  EXPECT_EQ(answer.body, R"({"error":"invalid_token","error_description":")" + description + "\"}");
  EXPECT_EQ(answer.field("WWW-Authenticate"),
            "Bearer error=\"invalid_token\", error_description=\"" + description +
                "\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource\"");
  const auto www = send(http::Method::get, "/api/agent/full-profile", {}, {}, "www.example.com");
  EXPECT_EQ(www.field("WWW-Authenticate"), challenge("The access token is missing", "https://www.example.com"));
}

TEST_F(ServiceTest, RefusesATokenWithoutTheScope) {
  const auto keys = example_schedule();
  for (const auto* scope : {"\"scope\":\"admin\"", "\"scope\":\"read:extendedx\"", "\"x\":\"y\""}) {
    const std::string token = signed_token(keys, payload("\"scope\":\"read:extended\"", scope));
    for (int i = 0; i < 2; ++i) {
      const auto answer = profile(token);
      EXPECT_EQ(answer.status, 403);
      EXPECT_EQ(answer.error(), "insufficient_scope");
      EXPECT_EQ(answer.field("WWW-Authenticate"),
                "Bearer error=\"insufficient_scope\", error_description=\"The access token lacks the scope "
                "read:extended\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource\", "
                "scope=\"read:extended\"");
    }
  }
  EXPECT_EQ(profile(signed_token(keys, payload("read:extended", "a read:extended b"))).status, 200);
}

TEST_F(ServiceTest, NamesTheReasonInTheTraceAndNotInTheResponse) {
  const auto keys = example_schedule();
  struct Row {
    std::string token;
    std::string reason;
    std::string description;
  };
  const std::vector<Row> rows = {
      {"x", "malformed_token", "The access token is invalid"},
      {"a.b.c", "malformed_token", "The access token is invalid"},
      {std::string(5000, 'a'), "malformed_token", "The access token is invalid"},
      {signed_token(example_schedule("another master of thirty-two byte"), payload()), "invalid_signature",
       "The access token is invalid"},
      {signed_token(keys, payload("https://example.com", "https://elsewhere.example")), "invalid_claims",
       "The access token is invalid"},
      {signed_token(keys, payload("1790000900", "1790000000")), "expired", "The access token has expired"},
      {signed_token(keys, payload("[\"https://example.com\",\"https://example.com/api/agent/full-profile\"]",
                                  "\"https://elsewhere.example\"")),
       "wrong_audience", "The access token is meant for another audience"},
  };
  for (const Row& row : rows) {
    const auto answer = profile(row.token);
    EXPECT_EQ(answer.status, 401) << row.reason;
    EXPECT_EQ(answer.trace.reason, row.reason);
    EXPECT_EQ(answer.error(), "invalid_token");
    EXPECT_EQ(answer.field("WWW-Authenticate"), challenge(row.description));
    EXPECT_EQ(answer.body.find("about"), std::string::npos);
    EXPECT_EQ(answer.trace.client_id, "");
  }
}

TEST_F(ServiceTest, NeedsOneBearerFieldAtTheProfile) {
  const std::string good = "Bearer " + token_for(register_client());
  for (const auto& values :
       std::vector<std::vector<std::string>>{{""}, {"Token x"}, {good, good}, {good, "Bearer x"}, {"Bearer x", good}}) {
    Fields fields;
    for (const auto& value : values) fields.emplace_back("Authorization", value);
    const auto answer = get("/api/agent/full-profile", fields);
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.trace.reason, "not_bearer");
    EXPECT_EQ(answer.field("WWW-Authenticate"), challenge("The Authorization header must be a single Bearer token"));
  }
}

}  // namespace
}  // namespace agent_access::test
