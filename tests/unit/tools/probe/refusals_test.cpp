// What `try` says of gated documents and gates that are requested without a token.
#include "tools/probe/steps.hpp"

#include <gtest/gtest.h>

#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

const std::string kGateMetadata = "https://example.com/.well-known/oauth-protected-resource/data/";

tools::ClientResponse refused(unsigned status, const std::string& error, const std::string& metadata = {}) {
  auto response = answer_of(status, "application/json", R"({"error":")" + error + R"(","error_description":"x"})");
  if (!metadata.empty()) {
    response.fields.push_back(
        {"WWW-Authenticate", R"(Bearer error="invalid_token", resource_metadata=")" + metadata + '"'});
  }
  return response;
}

TEST(CheckGatedRefusal, WantsTheChallengeOfTheResource) {
  EXPECT_EQ(check_gated_refusal(refused(401, "invalid_token", kGateMetadata), "/data/", kGateMetadata), std::nullopt);
  EXPECT_EQ(
      detail_of(check_gated_refusal(refused(401, "invalid_token", "https://example.com/x"), "/data/", kGateMetadata)),
      "expected resource_metadata " + kGateMetadata + ", got https://example.com/x");
  EXPECT_TRUE(check_gated_refusal(refused(401, "invalid_token"), "/data/", kGateMetadata));
}

TEST(CheckGatedRefusal, FailsIfAGateIsOpenAndWarnsIfItCannotBeTestedHere) {
  const auto wrong = check_gated_refusal(answer_of(200, "text/csv", "1,2"), "/data/", kGateMetadata);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->mark, Mark::failed);
  EXPECT_EQ(wrong->detail, "expected 401 without a token, got 200: the path is open");
  EXPECT_EQ(check_gated_refusal(answer_of(301, "text/html", ""), "/data/", kGateMetadata)->mark, Mark::failed);
  for (const auto& [status, error] : {std::pair(404U, "not_found"), {405U, "method_not_allowed"}}) {
    const auto unknown = check_gated_refusal(refused(status, error), "/data/", kGateMetadata);
    ASSERT_TRUE(unknown) << status;
    EXPECT_EQ(unknown->mark, Mark::warned) << status;
    EXPECT_FALSE(unknown->remedy.empty()) << status;
    EXPECT_EQ(check_gated_refusal(refused(status, error), "/api/agent/x", kGateMetadata)->mark, Mark::failed) << status;
  }
}

}  // namespace
}  // namespace agent_access::tools
