// Tokens that were verified before, at GET /api/agent/full-profile, with a clock that is moved.
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kId = "6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31";

const std::string kPayload = R"({"iss":"https://example.com","sub":")" + kId + R"(","client_id":")" + kId +
                             R"(","aud":["https://example.com","https://example.com/api/agent/full-profile"],)"
                             R"("scope":"read:extended","iat":1790000000,"exp":1790000900,)"
                             R"("jti":"5541c633-2a46-46ae-8461-eed0cd86aff1"})";

TEST_F(ServiceTest, ServesTheSameProfileForCachedAndVerifiedTokens) {
  const std::string token = signed_token(example_schedule(), kPayload);
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
  const std::string fresh = signed_token(example_schedule(), kPayload);
  clock_.set(kNow + 899);
  EXPECT_EQ(profile(known).status, 200);
  for (const std::int64_t time : {kNow + 900, kNow + 901}) {
    clock_.set(time);
    for (const auto& token : {known, fresh}) {
      const auto answer = profile(token);
      EXPECT_EQ(answer.status, 401);
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

}  // namespace
}  // namespace agent_access::test
