#include <string>

#include "oauth/bearer.hpp"
#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using namespace std::string_literals;

TEST(ParseBearer, GivesTheTokenOfTheHeader) {
  const auto token = parse_bearer("Bearer aZ09-._~+/==");
  ASSERT_TRUE(token.has_value());
  EXPECT_EQ(*token, "aZ09-._~+/==");
}

TEST(ParseBearer, AcceptsSeveralSpacesAfterTheScheme) {
  EXPECT_EQ(parse_bearer("Bearer  a.b.c"), "a.b.c");
  EXPECT_EQ(parse_bearer("Bearer     a.b.c"), "a.b.c");
}

TEST(ParseBearer, AcceptsTheSchemeInAnyCase) {
  for (const auto* header : {"bearer a.b.c", "BEARER a.b.c", "bEaReR a.b.c"}) {
    const auto token = parse_bearer(header);
    ASSERT_TRUE(token.has_value()) << header;
    EXPECT_EQ(*token, "a.b.c") << header;
  }
}

TEST(ParseBearer, RefusesEveryInvalidCharacterAnywhereInALongToken) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/";
  EXPECT_EQ(parse_bearer("Bearer " + alphabet + "="), alphabet + "=");
  for (int value = 0; value < 256; ++value) {
    const char character = static_cast<char>(value);
    for (const std::size_t at : {0U, 1U, 15U, 16U, 31U, 32U, 36U, 39U}) {
      std::string token(40, 'a');
      token[at] = character;
      const bool is_good = alphabet.find(character) != std::string::npos || (character == '=' && at == 39) ||
                           (character == ' ' && at == 0);
      EXPECT_EQ(parse_bearer("Bearer " + token).has_value(), is_good) << value << " at " << at;
    }
  }
}

TEST(HasCredentials, IsFalseOfAnEmptyValueAndOfTheSchemeAlone) {
  for (const auto* none : {"", "Bearer", "bearer", "BEARER"}) EXPECT_FALSE(has_credentials(none)) << none;
  for (const auto* some : {"Bearer x", "Bearer  ", "Basic", "x", "Bearerx"}) EXPECT_TRUE(has_credentials(some)) << some;
}

TEST(ParseBearer, RefusesEverythingElse) {
  for (const auto& header : {""s,
                             " "s,
                             "Bearer"s,
                             "Bearer "s,
                             "Bearer   "s,
                             " Bearer a.b.c"s,
                             "Bearer a.b.c "s,
                             "Bearer a.b.c d"s,
                             "Bearer\ta.b.c"s,
                             "Bearera.b.c"s,
                             "Bearer a.b.c,d"s,
                             "Bearer a.b.c, Bearer a.b.c"s,
                             "Bearer \"a.b.c\""s,
                             "Bearer a=b"s,
                             "Bearer a==b"s,
                             "Bearer ="s,
                             "Bearer a.b.c\n"s,
                             "Bearer a\0b"s,
                             "Bearer a\x80"s,
                             "Bearer \u00e9"s,
                             "Bearer a:b"s,
                             "Bearer a{b"s,
                             "Bearer a@b"s,
                             "Bearer a[b"s,
                             "Basic YTpi"s,
                             "DPoP a.b.c"s,
                             "Bearer=a.b.c"s,
                             "Bearer: a.b.c"s,
                             "Bear er a.b.c"s,
                             "Beare a.b.c"s,
                             "Bearers a.b.c"s,
                             "bearez a.b.c"s,
                             "BEAREX a.b.c"s,
                             "\"earer a.b.c"s,  // differs from 'B' by one bit
                             "\u212aearer a.b.c"s,
                             "a.b.c"s}) {
    const auto token = parse_bearer(header);
    ASSERT_FALSE(token.has_value()) << testing::PrintToString(header);
    EXPECT_EQ(test::fault_of(token), BearerFault::not_bearer);
  }
}

using test::at;
using test::good_claims;
using test::good_header;
using test::kNow;
using test::sign;

class VerifyBearer : public test::ForgeryTest {};

TEST_F(VerifyBearer, AcceptsAGoodToken) {
  const auto verified = verifier_.verify(good_token(), at(kNow));
  ASSERT_TRUE(verified.has_value()) << test::name_of(verified.error());
  EXPECT_EQ(base::to_text(verified->grant.client_id()), test::kClientId);
  EXPECT_EQ(verified->grant.expires_at(), at(1717128100));
  EXPECT_EQ(verified->trace.key_id, test::kCurrentKid);
  EXPECT_EQ(verified->trace.token_id, "10111213-1415-4617-9819-1a1b1c1d1e1f");
}

TEST_F(VerifyBearer, RefusesATokenFromTheSecondOfItsExpiry) {
  EXPECT_EQ(verdict(good_token(), kNow + 899), "accepted");
  EXPECT_EQ(verdict(good_token(), kNow + 900), "expired");
  EXPECT_EQ(verdict(good_token(), kNow + 901), "expired");
}

TEST_F(VerifyBearer, AcceptsAnIatAtMost60SecondsAhead) {
  EXPECT_EQ(verdict(good_token(), kNow - 60), "accepted");
  EXPECT_EQ(verdict(good_token(), kNow - 61), "invalid_claims");
}

TEST_F(VerifyBearer, RefusesTokensOfAnotherMaster) {
  EXPECT_EQ(verdict(sign(good_header("M1btqhALzgMogyK4uWvmQX75jixOvxOt9bzxFMLROJg").text(), good_claims().text(),
                         test::epoch_key(2839, 0x40))),
            "invalid_signature");
}

TEST(BearerFaultOfAJwt, IsDefinedForEveryValue) {
  using enum oauth::JwtFault;
  for (const auto fault : {too_large, malformed, invalid_header, wrong_type, static_cast<oauth::JwtFault>(99)}) {
    EXPECT_EQ(bearer_fault(fault), BearerFault::malformed_token);
  }
  EXPECT_EQ(bearer_fault(unknown_key), BearerFault::invalid_signature);
  EXPECT_EQ(bearer_fault(invalid_signature), BearerFault::invalid_signature);
  EXPECT_EQ(bearer_fault(invalid_claims), BearerFault::invalid_claims);
  EXPECT_EQ(bearer_fault(unavailable), BearerFault::unavailable);
}

TEST(RecallGrant, ChecksTheTimeAgain) {
  const auto client_id = *base::parse_uuid(test::kClientId);
  const auto token_id = *base::parse_uuid("10111213-1415-4617-9819-1a1b1c1d1e1f");
  const auto grant = BearerVerifier::recall(client_id, token_id, test::kProfileScope, at(kNow), at(kNow - 1));
  ASSERT_TRUE(grant.has_value());
  EXPECT_EQ(grant->client_id(), client_id);
  EXPECT_EQ(grant->expires_at(), at(kNow));
  EXPECT_EQ(grant->token_id(), token_id);
  EXPECT_EQ(grant->scopes(), test::kProfileScope);
  EXPECT_EQ(test::fault_of(BearerVerifier::recall(client_id, token_id, test::kProfileScope, at(kNow), at(kNow))),
            BearerFault::expired);
  EXPECT_EQ(test::fault_of(BearerVerifier::recall(client_id, token_id, test::kProfileScope, at(kNow), at(kNow + 1))),
            BearerFault::expired);
}

}  // namespace
}  // namespace agent_access::oauth
