// Claims that must be refused, each with a valid signature of a published key: RFC 9068 section 4, RFC 8725.
#include <string>
#include <vector>

#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::good_claims;
using test::json_string;
using test::kNow;

class ForgedClaims : public test::ForgeryTest {
 protected:
  void expect(std::string_view name, const std::vector<std::string>& values, std::string_view verdict) {
    for (const auto& json : values) {
      EXPECT_EQ(verdict_on_claims(good_claims().with(name, json).text()), verdict) << name << " " << json;
    }
  }
  void expect_absent(std::string_view name, std::string_view verdict) {
    EXPECT_EQ(verdict_on_claims(good_claims().without(name).text()), verdict) << name;
  }
};

TEST_F(ForgedClaims, RefusesFromTheSecondOfExpiryAndWithoutOne) {
  expect_absent("exp", "invalid_claims");
  expect("exp", {"null", "1717128100.5", "\"1717128100\""}, "invalid_claims");
  expect("exp", {std::to_string(kNow), std::to_string(kNow - 1), "0", "1"}, "expired");
  expect("exp", {std::to_string(kNow + 1)}, "accepted");
}

TEST_F(ForgedClaims, RefusesALifetimeBeyond900Seconds) {
  expect("exp", {std::to_string(kNow + 900)}, "accepted");
  expect("exp", {std::to_string(kNow + 901), std::to_string(kNow + 86'400), "1717128100000", "9223372036854775807"},
         "lives_too_long");
}

TEST_F(ForgedClaims, MeasuresTheLifetimeFromIat) {
  const auto lives = [&](std::int64_t from, std::int64_t until) {
    return verdict_on_claims(good_claims().with("iat", std::to_string(from)).with("exp", std::to_string(until)).text());
  };
  EXPECT_EQ(lives(kNow + 60, kNow + 960), "accepted") << "the issuer's clock is a minute ahead";
  EXPECT_EQ(lives(kNow + 60, kNow + 961), "lives_too_long");
  EXPECT_EQ(lives(kNow - 899, kNow + 1), "accepted");
  EXPECT_EQ(lives(kNow - 899, kNow + 2), "lives_too_long");
  EXPECT_EQ(lives(0, kNow + 1), "lives_too_long");
  EXPECT_EQ(lives(kNow - 901, kNow), "expired") << "an expired token is reported as expired";
}

TEST_F(ForgedClaims, RefusesAnIatInTheFuture) {
  expect("iat", {std::to_string(kNow + 60), std::to_string(kNow)}, "accepted");
  expect("iat", {std::to_string(kNow + 61), "9223372036854775807", "null", "\"1717127200\"", "1717127200.5", "-1"},
         "invalid_claims");
  expect_absent("iat", "invalid_claims");
}

TEST_F(ForgedClaims, RefusesATokenBeforeNbf) {
  expect("nbf", {std::to_string(kNow), "0"}, "accepted");
  expect("nbf", {std::to_string(kNow + 1), "9223372036854775807", "null", "\"0\"", "1.5", "-1"}, "invalid_claims");
}

TEST_F(ForgedClaims, AcceptsOnlyItsOwnAudiences) {
  expect("aud",
         {json_string("https://example.com"), json_string("https://www.example.com"),
          json_string("https://www.example.com/api/agent/full-profile"),
          R"(["https://other.example","https://example.com"])", R"(["https://example.com/api/agent/full-profile"])"},
         "accepted");
  expect("aud",
         {"\"\"",
          "[]",
          "[\"\"]",
          json_string("https://example.co"),
          json_string("https://example.comx"),
          json_string("https://example.com.attacker.example"),
          json_string("https://example.com/"),
          json_string("HTTPS://EXAMPLE.COM"),
          json_string("https://Example.com"),
          json_string("example.com"),
          json_string("http://example.com"),
          json_string("https://example.com:443"),
          json_string("https://example.com/api"),
          json_string(" https://example.com"),
          json_string("https://example.com/api/agent/full-profile/"),
          json_string("https://example.com https://www.example.com"),
          json_string("https://example.com\\u0000"),
          R"(["https://other.example"])",
          R"(["https://other.example","x"])",
          json_string("*")},
         "wrong_audience");
  expect_absent("aud", "wrong_audience");
  expect("aud",
         {"null", "1", "true", "{}", "[1]", R"(["https://example.com",1])", R"([["https://example.com"]])",
          R"([null,"https://example.com"])"},
         "invalid_claims");
}

TEST_F(ForgedClaims, AcceptsOnlyItsOwnIssuers) {
  expect("iss", {json_string("https://www.example.com"), json_string("http://localhost:8080")}, "accepted");
  expect("iss",
         {"\"\"", json_string("https://example.com/"), json_string("https://EXAMPLE.com"),
          json_string("https://example.co"), json_string("https://example.com.attacker.example"),
          json_string("https://other.example"), json_string("example.com"),
          json_string("https://example.com/api/agent/full-profile"), R"(["https://example.com"])", "null", "1", "{}"},
         "invalid_claims");
  expect_absent("iss", "invalid_claims");
}

TEST_F(ForgedClaims, RequiresEqualSubAndClientId) {
  const std::string other = json_string("00010203-0405-4607-8809-0a0b0c0d0e10");
  for (const auto* name : {"sub", "client_id"}) {
    expect_absent(name, "invalid_claims");
    expect(name, {other, "null", "1", "\"\"", "[\"00010203-0405-4607-8809-0a0b0c0d0e0f\"]"}, "invalid_claims");
  }
  EXPECT_EQ(verdict_on_claims(good_claims().without("sub").without("client_id").text()), "invalid_claims");
  for (const auto* id : {"", "x", "00010203-0405-4607-8809-0A0B0C0D0E0F", "00010203-0405-1607-8809-0a0b0c0d0e0f",
                         "00010203-0405-4607-8809-0a0b0c0d0e0f "}) {
    EXPECT_EQ(verdict_on_claims(good_claims().with("sub", json_string(id)).with("client_id", json_string(id)).text()),
              "invalid_claims")
        << id;
  }
}

TEST_F(ForgedClaims, RequiresJti) {
  expect_absent("jti", "invalid_claims");
  expect("jti", {"\"\"", "null", "1"}, "invalid_claims");
}

TEST_F(ForgedClaims, RequiresTheScopeAsAWholeWord) {
  expect("scope",
         {json_string("openid read:extended"), json_string("read:extended openid"), json_string("a read:extended b")},
         "accepted");
  expect_absent("scope", "insufficient_scope");
  expect("scope",
         {"\"\"", "\" \"", json_string("read"), json_string("read:extende"), json_string("read:extended2"),
          json_string("xread:extended"), json_string("READ:EXTENDED"), json_string("read:extended,openid"),
          json_string("read:extended\\topenid"), json_string("read:extended\\u0000"), json_string("read: extended"),
          json_string("write:extended"), json_string("*")},
         "insufficient_scope");
  expect("scope", {"null", "1", R"(["read:extended"])", "{}"}, "invalid_claims");
}

// If several claims are wrong, the first check in this order determines the fault.
TEST_F(ForgedClaims, AreCheckedInTheDocumentedOrder) {
  auto claims = good_claims().with("scope", "\"x\"").without("jti").with("aud", "\"x\"").with("iss", "\"x\"");
  EXPECT_EQ(verdict_on_claims(claims.with("exp", "1").text()), "expired");
  EXPECT_EQ(verdict_on_claims(claims.text()), "invalid_claims");
  claims = claims.with("iss", json_string("https://example.com"));
  EXPECT_EQ(verdict_on_claims(claims.text()), "wrong_audience");
  claims = claims.with("aud", json_string("https://example.com"));
  EXPECT_EQ(verdict_on_claims(claims.text()), "invalid_claims");
  EXPECT_EQ(verdict_on_claims(claims.with("jti", "\"x\"").text()), "insufficient_scope");
}

}  // namespace
}  // namespace agent_access::oauth
