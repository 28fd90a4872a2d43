// What `try` says of the responses of gated documents and gates.
#include "tools/probe/steps.hpp"

#include <gtest/gtest.h>

namespace agent_access::tools {
namespace {

constexpr const char* kOrigin = "https://example.com";

client::ClientResponse response_of(unsigned status, std::string body, std::string challenge = {}) {
  client::ClientResponse response;
  response.status = status;
  response.body = std::move(body);
  response.fields = {
      {"Content-Type", "application/json"}, {"Access-Control-Allow-Origin", "*"}, {"Cache-Control", "no-store"}};
  if (!challenge.empty()) response.fields.push_back({"WWW-Authenticate", std::move(challenge)});
  return response;
}

GatedTarget target_of(const std::string& path, std::string scope = "read:data") {
  GatedTarget target = gated_target(kOrigin + path, kOrigin).value();
  target.scope = std::move(scope);
  return target;
}

std::string challenge_of(const std::string& error, const std::string& metadata = "/data/",
                         const std::string& scope = "read:data") {
  return "Bearer error=\"" + error + "\", error_description=\"x\", resource_metadata=\"" + kOrigin +
         "/.well-known/oauth-protected-resource" + metadata + "\", scope=\"" + scope + "\"";
}

std::string error_of(const std::string& error) { return R"({"error":")" + error + R"(","error_description":"x"})"; }

TEST(GatedTarget, IsAResourceOfTheOrigin) {
  const auto target = gated_target("https://example.com/data/", kOrigin).value();
  EXPECT_EQ(target.path, "/data/");
  EXPECT_EQ(target.metadata_url, "https://example.com/.well-known/oauth-protected-resource/data/");
  EXPECT_TRUE(target.is_gate());
  EXPECT_FALSE(target_of("/api/agent/papers/").is_gate());
  EXPECT_FALSE(gated_target("https://example.com.evil.example/data/", kOrigin));
  EXPECT_FALSE(gated_target("https://other.example/data/", kOrigin));
}

TEST(CheckGatedMetadata, FindsTheScope) {
  GatedTarget target = target_of("/data/", "");
  const auto check = [&](const std::string& body) {
    return check_gated_metadata(response_of(200, body), kOrigin, {"read:extended", "read:data"}, target);
  };
  EXPECT_EQ(check(R"({"resource":"https://example.com/data/","authorization_servers":["https://example.com"],
                      "scopes_supported":["read:data"]})"),
            std::nullopt);
  EXPECT_EQ(target.scope, "read:data");
  for (
      const std::string body :
      {R"({"resource":"https://example.com/data","authorization_servers":["https://example.com"],"scopes_supported":["read:data"]})",
       R"({"resource":"https://example.com/data/","authorization_servers":["https://a.example"],"scopes_supported":["read:data"]})",
       R"({"resource":"https://example.com/data/","authorization_servers":["https://example.com"],"scopes_supported":[]})",
       R"({"resource":"https://example.com/data/","authorization_servers":["https://example.com"],"scopes_supported":["other"]})"}) {
    const auto wrong = check(body);
    ASSERT_TRUE(wrong) << body;
    EXPECT_EQ(wrong->mark, Mark::failed);
  }
  EXPECT_EQ(check_gated_metadata(response_of(404, error_of("not_found")), kOrigin, {}, target)->mark, Mark::failed);
}

TEST(CheckGatedRefusal, WantsTheChallengeOfTheResource) {
  const auto check = [](const std::string& challenge) {
    return check_gated_refusal(response_of(401, error_of("invalid_token"), challenge), target_of("/data/"));
  };
  EXPECT_EQ(check(challenge_of("invalid_token")), std::nullopt);
  EXPECT_EQ(check(challenge_of("invalid_token", "/data/", "read:extended"))->mark, Mark::failed);
  EXPECT_EQ(check(challenge_of("invalid_token", ""))->mark, Mark::failed);
  EXPECT_EQ(check("")->mark, Mark::failed);
}

TEST(CheckGatedRefusal, FailsIfAGateIsOpenAndWarnsIfItCannotBeTestedHere) {
  const auto wrong = check_gated_refusal(response_of(200, "1,2"), target_of("/data/"));
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->mark, Mark::failed);
  EXPECT_EQ(wrong->detail, "expected 401 without a token, got 200: the path is open");
  EXPECT_EQ(check_gated_refusal(response_of(301, ""), target_of("/data/"))->mark, Mark::failed);
  const auto unknown = check_gated_refusal(response_of(404, error_of("not_found")), target_of("/data/"));
  EXPECT_EQ(unknown->mark, Mark::warned);
  EXPECT_FALSE(unknown->remedy.empty());
  EXPECT_EQ(check_gated_refusal(response_of(405, error_of("method_not_allowed")), target_of("/data/"))->mark,
            Mark::warned);
  EXPECT_EQ(check_gated_refusal(response_of(404, error_of("not_found")), target_of("/api/agent/x"))->mark,
            Mark::failed);
}

TEST(CheckGatedOpening, WantsADocumentAndAnyAnswerOfASite) {
  EXPECT_EQ(check_gated_opening(response_of(200, ""), target_of("/api/agent/x")), std::nullopt);
  EXPECT_EQ(check_gated_opening(response_of(404, ""), target_of("/api/agent/x"))->mark, Mark::failed);
  EXPECT_EQ(check_gated_opening(response_of(404, ""), target_of("/data/"))->mark, Mark::passed);
  for (const unsigned status : {401U, 403U, 429U, 502U}) {
    EXPECT_EQ(check_gated_opening(response_of(status, ""), target_of("/data/"))->mark, Mark::failed) << status;
  }
}

TEST(CheckGatedScope, WantsTheScopeInTheChallenge) {
  const auto check = [](unsigned status, const std::string& error, const std::string& challenge) {
    return check_gated_scope(response_of(status, error_of(error), challenge), target_of("/data/"));
  };
  EXPECT_EQ(check(403, "insufficient_scope", challenge_of("insufficient_scope")), std::nullopt);
  EXPECT_TRUE(check(403, "insufficient_scope", challenge_of("insufficient_scope", "/data/", "read:extended")));
  EXPECT_TRUE(check(200, "insufficient_scope", challenge_of("insufficient_scope")));
}

}  // namespace
}  // namespace agent_access::tools
