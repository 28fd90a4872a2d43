// The claims of a verified token: which are read, and which types make the whole token invalid.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "oauth/jwt.hpp"
#include "unit/oauth/sample_tokens.hpp"

namespace agent_access::oauth {
namespace {

using sample::fault_of_payload;

Claims claims_of(std::string_view payload) {
  auto keys = sample::trusted_keys();
  return verify(sample::sign(sample::kHeader, payload), keys).value().claims();
}

TEST(VerifyJwt, LeavesAbsentClaimsEmpty) {
  const Claims claims = claims_of("{}");
  EXPECT_EQ(claims.issuer, std::nullopt);
  EXPECT_EQ(claims.subject, std::nullopt);
  EXPECT_EQ(claims.client_id, std::nullopt);
  EXPECT_EQ(claims.scope, std::nullopt);
  EXPECT_EQ(claims.token_id, std::nullopt);
  EXPECT_TRUE(claims.audience.empty());
  EXPECT_EQ(claims.expires_at, std::nullopt);
  EXPECT_EQ(claims.issued_at, std::nullopt);
  EXPECT_EQ(claims.not_before, std::nullopt);
}

TEST(VerifyJwt, RefusesTimesThatAreNotNonNegativeIntegers) {
  for (const std::string_view name : {"exp", "iat", "nbf"}) {
    for (const std::string_view value :
         {"-1", "1.5", "1700000900.0", "1e9", "\"1700000900\"", "null", "true", "[1]", "{}", "9223372036854775808",
          "18446744073709551615", "18446744073709551616", "-9223372036854775808"}) {
      EXPECT_EQ(fault_of_payload("{\"" + std::string(name) + "\":" + std::string(value) + "}"),
                JwtFault::invalid_claims)
          << name << value;
    }
  }
}

TEST(VerifyJwt, ReadsTimesUpToTheLastSecond) {
  const Claims claims = claims_of(R"({"exp":9223372036854775807,"iat":0,"nbf":1700000000})");
  EXPECT_EQ(claims.expires_at, INT64_MAX);
  EXPECT_EQ(claims.issued_at, 0);
  EXPECT_EQ(claims.not_before, 1700000000);
}

TEST(VerifyJwt, RefusesTextClaimsOfAnotherType) {
  for (const std::string_view name : {"iss", "sub", "client_id", "scope", "jti"}) {
    for (const std::string_view value : {"null", "1", "true", R"(["read:extended"])", "{}"}) {
      EXPECT_EQ(fault_of_payload("{\"" + std::string(name) + "\":" + std::string(value) + "}"),
                JwtFault::invalid_claims)
          << name << value;
    }
  }
}

TEST(VerifyJwt, ReadsAnAudienceOfOneOrMany) {
  EXPECT_EQ(claims_of(R"({"aud":"https://example.com"})").audience, std::vector<std::string>{"https://example.com"});
  EXPECT_EQ(claims_of(R"({"aud":["a","b"]})").audience, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(claims_of(R"({"aud":[]})").audience.empty());
  for (const std::string_view value : {"null", "1", "{}", R"(["a",1])", R"([["a"]])", "[null]"}) {
    EXPECT_EQ(fault_of_payload("{\"aud\":" + std::string(value) + "}"), JwtFault::invalid_claims) << value;
  }
}

TEST(VerifyJwt, ReadsClaimsWithEscapes) {
  const Claims claims = claims_of(R"({"\u0069ss":"a\u0062c\n","x":"\u0078","aud":["\u0061","b\\"],"jt\u0069":""})");
  EXPECT_EQ(claims.issuer, "abc\n");
  EXPECT_EQ(claims.audience, (std::vector<std::string>{"a", "b\\"}));
  EXPECT_EQ(claims.token_id, "");
}

TEST(VerifyJwt, RefusesDuplicateClaims) {
  for (const std::string_view member :
       {R"("iss":"a")", R"("sub":"a")", R"("client_id":"a")", R"("scope":"a")", R"("jti":"")", R"("aud":"a")",
        R"("aud":[])", R"("exp":1)", R"("iat":0)", R"("nbf":1)", R"("x":1)", R"("":1)"}) {
    const std::string once(member);
    EXPECT_NO_THROW((void)claims_of("{" + once + "}")) << member;
    EXPECT_EQ(fault_of_payload("{" + once + "," + once + "}"), JwtFault::invalid_claims) << member;
    EXPECT_EQ(fault_of_payload("{" + once + R"(,"y":[{"z":2}],)" + once + "}"), JwtFault::invalid_claims) << member;
  }
}

TEST(VerifyJwt, ReadsTheEscapesOfNamesWithinAMember) {
  EXPECT_EQ(fault_of_payload(R"({"a":{"bc":1,"b\u0063":2}})"), JwtFault::invalid_claims);
  EXPECT_EQ(fault_of_payload(R"({"a":[{"b\u0063":1,"\u0062c":2}]})"), JwtFault::invalid_claims);
  EXPECT_NO_THROW((void)claims_of(R"({"a":{"b\u0063":1,"d\u0063":2,"c":3}})"));
}

TEST(VerifyJwt, ReadsClaimsOfTheTopLevelOnly) {
  const Claims claims = claims_of(R"({"x":{"iss":"a","aud":["b"],"exp":1},"y":[{"sub":7,"jti":null}],"aud":"c"})");
  EXPECT_EQ(claims.issuer, std::nullopt);
  EXPECT_EQ(claims.expires_at, std::nullopt);
  EXPECT_EQ(claims.audience, std::vector<std::string>{"c"});
}

TEST(VerifyJwt, RefusesPayloadsThatAreNotOneStrictObject) {
  for (const std::string_view payload : {"[]",
                                         "[{}]",
                                         "\"a\"",
                                         "1",
                                         "-1",
                                         "1.5",
                                         "18446744073709551615",
                                         "true",
                                         "null",
                                         "{",
                                         "{}{}",
                                         "{} x",
                                         "\xef\xbb\xbf{}",
                                         "\x1f\x8b\x08",
                                         R"({"a":1e400})",
                                         R"({"a":"\ud800"})",
                                         "{\"a\":\"\xff\"}",
                                         R"({"a":{"b":1,"\u0062":2}})",
                                         R"({"a":1,})",
                                         R"({"a":[[[[[[[[1]]]]]]]]})"}) {
    EXPECT_EQ(fault_of_payload(payload), JwtFault::invalid_claims) << payload;
  }
  EXPECT_EQ(fault_of_payload(""), JwtFault::malformed);
  for (const std::string& payload :
       {std::string("{\0}", 3), std::string("\xff\xfe{\0}\0", 6), std::string(2000, '[')}) {
    EXPECT_EQ(fault_of_payload(payload), JwtFault::invalid_claims) << payload;
  }
  EXPECT_NO_THROW((void)claims_of(R"({"a":[[[[[[[1]]]]]]]})")) << "eight levels";
}

TEST(VerifyJwt, IgnoresUnknownClaims) {
  EXPECT_EQ(claims_of(R"({"iss":"a","example":[1.5,{"b":null}],"ISS":7})").issuer, "a");
}

}  // namespace
}  // namespace agent_access::oauth
