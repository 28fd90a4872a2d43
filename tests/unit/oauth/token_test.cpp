#include "oauth/token.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "support/base64url.hpp"
#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::at;
using test::base_urls;
using test::kEpochEnd;
using test::kEpochStart;
using test::kNow;
using test::make_schedule;
using test::ScriptedRandom;
using test::take;

constexpr std::string_view kSecretOfClient = "MuKa2L_re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng";

TokenIssuer make_issuer(const KeySchedule& schedule) { return take(TokenIssuer::create(schedule, base_urls())); }

std::vector<std::string> segments(const std::string& token) {
  std::vector<std::string> parts(1);
  for (const char character : token) {
    if (character == '.') {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

std::string decoded(std::string_view text) {
  const auto bytes = test::base64url_decode(text);
  return bytes ? std::string(base::text_of(*bytes)) : "not base64url";
}

const ClientId kClient = *base::parse_uuid("a0a1a2a3-a4a5-46a7-a8a9-aaabacadaeaf");

TEST(IssueToken, WritesTheHeaderOfRfc9068) {
  auto issuer = make_issuer(make_schedule({0}));
  ScriptedRandom random;
  const auto parts = segments(take(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), random)).access_token);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(decoded(parts[0]), R"({"alg":"ES256","typ":"at+jwt","kid":"Qje8HMBbkoAVGtAJQqaAQr9lgm8LX03UQccBiRdJhG4"})");
  EXPECT_EQ(parts[2].size(), 86U);
}

// The addresses have 19, 23 and 21 characters, so that the prepared start of the claims ends in each of the three ways.
TEST(IssueToken, WritesTheClaimsOfTheHostThatWasAsked) {
  auto issuer = make_issuer(make_schedule({0}));
  const std::array<std::string, 3> urls{"https://example.com", "https://www.example.com", "http://localhost:8080"};
  for (std::size_t index = 0; index < urls.size(); ++index) {
    ScriptedRandom random;
    const auto parts = segments(take(issuer.issue(kClient, test::kProfileScope, index, at(kNow), random)).access_token);
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(decoded(parts[1]), R"({"iss":")" + urls[index] + R"(","sub":"a0a1a2a3-a4a5-46a7-a8a9-aaabacadaeaf",)" +
                                     R"("client_id":"a0a1a2a3-a4a5-46a7-a8a9-aaabacadaeaf","aud":[")" + urls[index] +
                                     R"(",")" + urls[index] +
                                     R"(/api/agent/full-profile"],"scope":"read:extended","iat":1717127200,)" +
                                     R"("exp":1717128100,"jti":"00010203-0405-4607-8809-0a0b0c0d0e0f"})");
  }
}

TEST(IssueToken, SignsWithThePublishedKey) {
  auto issuer = make_issuer(make_schedule({0}));
  ScriptedRandom random;
  const std::string token = take(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), random)).access_token;
  const auto x = test::base64url_decode("35MTR1qVagxfPrb-SdVBmvQuqeIsz9xGvrOVJpBkNgk");
  const auto y = test::base64url_decode("-ZFiKgkgufZVGk0SGAkX-rI0c6JHS12yu5d5OXXzR8M");
  crypto::Coordinate x_bytes{};
  crypto::Coordinate y_bytes{};
  std::ranges::copy(*x, x_bytes.begin());
  std::ranges::copy(*y, y_bytes.begin());
  auto verifier = take(crypto::Verifier::create(take(crypto::PublicKey::from_coordinates(x_bytes, y_bytes))));
  const auto dot = token.rfind('.');
  const auto signature = test::base64url_decode(std::string_view(token).substr(dot + 1));
  ASSERT_TRUE(signature.has_value());
  EXPECT_EQ(verifier.verify(base::bytes_of(std::string_view(token).substr(0, dot)), *signature),
            crypto::SignatureVerdict::valid);
}

TEST(IssueToken, ReturnsClientTokenIdExpiryAndKeyId) {
  auto issuer = make_issuer(make_schedule({0}));
  ScriptedRandom random;
  const auto issued = take(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), random));
  EXPECT_EQ(issued.client_id, kClient);
  EXPECT_EQ(base::to_text(issued.token_id), "00010203-0405-4607-8809-0a0b0c0d0e0f");
  EXPECT_EQ(issued.expires_at, at(1717128100));
  EXPECT_EQ(issued.key_id, test::kCurrentKid);
}

TEST(IssueToken, GivesEachTokenItsOwnId) {
  auto issuer = make_issuer(make_schedule({0}));
  ScriptedRandom random;
  const auto first = take(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), random));
  const auto second = take(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), random));
  EXPECT_NE(first.token_id, second.token_id);
  EXPECT_NE(first.access_token, second.access_token);
}

TEST(IssueToken, KeepsItsKeyIdWhenTheIssuerIsMoved) {
  auto issuer = make_issuer(make_schedule({0}));
  ScriptedRandom random;
  const auto issued = take(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), random));
  const TokenIssuer moved = std::move(issuer);
  EXPECT_EQ(issued.key_id, test::kCurrentKid);
}

TEST(IssueToken, SignsWithTheCurrentKeyEvenWhenTheScheduleIsOld) {
  auto issuer = make_issuer(make_schedule({0}, kEpochStart));
  ScriptedRandom random;
  const auto key_id_at = [&](std::int64_t now) {
    return take(issuer.issue(kClient, test::kProfileScope, 0, at(now), random)).key_id;
  };
  EXPECT_EQ(key_id_at(kEpochStart - 1), test::kPreviousKid);
  EXPECT_EQ(key_id_at(kEpochStart), test::kCurrentKid);
  EXPECT_EQ(key_id_at(kEpochEnd - 1), test::kCurrentKid);
  EXPECT_EQ(key_id_at(kEpochEnd), test::kNextKid);
  EXPECT_EQ(key_id_at(kEpochEnd + 604800), test::kNextKid) << "the last key of the schedule beyond it";
  EXPECT_EQ(key_id_at(0), test::kPreviousKid) << "the first key of the schedule before it";
}

TEST(IssueToken, NeverSignsWithAPreviousMaster) {
  auto issuer = make_issuer(make_schedule({0x40, 0}));
  ScriptedRandom random;
  EXPECT_EQ(take(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), random)).key_id,
            "M1btqhALzgMogyK4uWvmQX75jixOvxOt9bzxFMLROJg");
  EXPECT_EQ(take(issuer.issue(kClient, test::kProfileScope, 0, at(kEpochEnd), random)).key_id,
            "UzURsZ61Nvr9jyQPfRhYtaOYLgZsIX6_0i2tE_7PqAs");
  EXPECT_EQ(take(issuer.issue(kClient, test::kProfileScope, 0, at(kEpochEnd + 604800), random)).key_id,
            "UzURsZ61Nvr9jyQPfRhYtaOYLgZsIX6_0i2tE_7PqAs");
  EXPECT_EQ(take(issuer.issue(kClient, test::kProfileScope, 0, at(0), random)).key_id,
            "M1btqhALzgMogyK4uWvmQX75jixOvxOt9bzxFMLROJg");
}

TEST(IssueToken, IsUnavailableWithoutEntropyOrForAnUnknownHostOrTime) {
  auto issuer = make_issuer(make_schedule({0}));
  ScriptedRandom dry(0, 0);
  EXPECT_EQ(test::fault_of(issuer.issue(kClient, test::kProfileScope, 0, at(kNow), dry)), TokenFault::unavailable);
  ScriptedRandom random;
  EXPECT_EQ(test::fault_of(issuer.issue(kClient, test::kProfileScope, 3, at(kNow), random)), TokenFault::unavailable);
  EXPECT_EQ(test::fault_of(issuer.issue(kClient, test::kProfileScope, 0, at(-1), random)), TokenFault::unavailable);
}

TEST(IssueToken, IsAcceptedAtEveryHost) {
  const auto schedule = make_schedule({0});
  auto issuer = make_issuer(schedule);
  auto verifier = take(BearerVerifier::create(schedule, base_urls()));
  ScriptedRandom random;
  for (std::size_t index = 0; index < 3; ++index) {
    const auto issued = take(issuer.issue(kClient, test::kProfileScope, index, at(kNow), random));
    const auto verified = verifier.verify(issued.access_token, at(kNow));
    ASSERT_TRUE(verified.has_value()) << test::name_of(verified.error());
    EXPECT_EQ(verified->grant.client_id(), kClient);
    EXPECT_EQ(verified->grant.expires_at(), at(kNow + 900));
    EXPECT_EQ(verified->trace.key_id, test::kCurrentKid);
    EXPECT_EQ(verified->trace.token_id, base::to_text(issued.token_id));
  }
}

class TokenEndpoint : public testing::Test {
 protected:
  [[nodiscard]] base::Result<IssuedToken, TokenFault> ask(const TokenRequest& request) {
    return issue_token(request, 0, at(kNow), clients_, issuer_, random_);
  }
  ClientAuthority clients_ = take(ClientAuthority::create(take(ClientSecretKeys::derive(test::make_masters({0})))));
  TokenIssuer issuer_ = make_issuer(make_schedule({0}));
  ScriptedRandom random_;
};

TEST_F(TokenEndpoint, IssuesForGoodCredentials) {
  const auto issued = ask({"client_credentials", test::kClientId, kSecretOfClient});
  ASSERT_TRUE(issued.has_value());
  EXPECT_EQ(base::to_text(issued->client_id), test::kClientId);
  EXPECT_EQ(issued->expires_at, at(kNow + 900));
}

TEST_F(TokenEndpoint, ChecksGrantThenPresenceThenCredentials) {
  EXPECT_EQ(test::fault_of(ask({"", "", ""})), TokenFault::missing_grant_type);
  EXPECT_EQ(test::fault_of(ask({"", test::kClientId, kSecretOfClient})), TokenFault::missing_grant_type);
  EXPECT_EQ(test::fault_of(ask({"password", "", ""})), TokenFault::unsupported_grant_type);
  EXPECT_EQ(test::fault_of(ask({"Client_Credentials", test::kClientId, kSecretOfClient})),
            TokenFault::unsupported_grant_type);
  EXPECT_EQ(test::fault_of(ask({"client_credentials ", test::kClientId, kSecretOfClient})),
            TokenFault::unsupported_grant_type);
  EXPECT_EQ(test::fault_of(ask({"client_credentials", "", ""})), TokenFault::missing_client_id);
  EXPECT_EQ(test::fault_of(ask({"client_credentials", "", kSecretOfClient})), TokenFault::missing_client_id);
  EXPECT_EQ(test::fault_of(ask({"client_credentials", "x", ""})), TokenFault::missing_client_secret);
  EXPECT_EQ(test::fault_of(ask({"client_credentials", "x", "y"})), TokenFault::invalid_client);
  EXPECT_EQ(test::fault_of(ask({"client_credentials", test::kClientId, "y"})), TokenFault::invalid_client);
}

TEST_F(TokenEndpoint, RefusesAScopeThatIsNotDeclared) {
  issuer_ = take(TokenIssuer::create(make_schedule({0}), base_urls(), Scopes({"read:extended", "read:papers"})));
  const auto issued = ask({"client_credentials", test::kClientId, kSecretOfClient, "read:papers"});
  EXPECT_TRUE(issued.has_value());
  const auto refused = ask({"client_credentials", test::kClientId, kSecretOfClient, "read:papers write:notes"});
  EXPECT_EQ(test::fault_of(refused), TokenFault::invalid_scope);
}

TEST_F(TokenEndpoint, IsUnavailableWithoutEntropyOnlyForAGoodClient) {
  random_ = ScriptedRandom(0, 0);
  EXPECT_EQ(test::fault_of(ask({"client_credentials", test::kClientId, kSecretOfClient})), TokenFault::unavailable);
  EXPECT_EQ(test::fault_of(ask({"client_credentials", test::kClientId, "y"})), TokenFault::invalid_client);
}

}  // namespace
}  // namespace agent_access::oauth
