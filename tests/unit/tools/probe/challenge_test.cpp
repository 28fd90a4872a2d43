#include "tools/probe/run/response_checks.hpp"

#include <gtest/gtest.h>

namespace agent_access::tools {
namespace {

TEST(ParseChallenge, ReadsTheChallengeOfTheProfile) {
  const auto challenge =
      parse_challenge(R"(Bearer error="invalid_token", error_description="The access token is missing", )"
                      R"(resource_metadata="https://example.com/.well-known/oauth-protected-resource")");
  ASSERT_TRUE(challenge.has_value());
  EXPECT_EQ(challenge->scheme, "bearer");
  EXPECT_EQ(challenge->parameters.size(), 3U);
  EXPECT_EQ(challenge->parameter("error"), "invalid_token");
  EXPECT_EQ(challenge->parameter("error_description"), "The access token is missing");
  EXPECT_EQ(challenge->parameter("resource_metadata"), "https://example.com/.well-known/oauth-protected-resource");
  EXPECT_EQ(challenge->parameter("realm"), "");
}

TEST(ParseChallenge, AcceptsABareSchemeAndTokensAndEscapesAsValues) {
  EXPECT_EQ(parse_challenge("Negotiate").value().scheme, "negotiate");
  EXPECT_TRUE(parse_challenge("Negotiate").value().parameters.empty());
  const auto challenge = parse_challenge(R"(Basic Realm=site,charset="UTF\"-\\8")").value();
  EXPECT_EQ(challenge.parameter("realm"), "site");
  EXPECT_EQ(challenge.parameter("charset"), "UTF\"-\\8");
}

TEST(ParseChallenge, RefusesOtherForms) {
  for (const auto* text : {"", " Bearer", "Bearer error", "Bearer error=", "Bearer error=\"open", "Bearer error=\"a\\",
                           "Bearer a=1,", "Bearer a=1 b=2", "Bearer a=1, a=2", "Bearer a=1, A=2",
                           "Bearer a=1, Basic realm=\"x\"", "Bearer\ta=1", "Bearer =1", "Bearer abc123=="}) {
    EXPECT_FALSE(parse_challenge(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace agent_access::tools
