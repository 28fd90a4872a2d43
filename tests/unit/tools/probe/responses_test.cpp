#include "tools/probe/responses.hpp"

#include <gtest/gtest.h>

#include "tools/probe/refusals.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kChallenge =
    R"(Bearer error="invalid_token", error_description="The access token is missing", )"
    R"(resource_metadata="https://example.com/.well-known/oauth-protected-resource")";
constexpr const char* kRefusal = R"({"error":"invalid_token","error_description":"The access token is missing"})";

tools::ClientResponse refused(std::string_view challenge, const char* body = kRefusal) {
  return answer_of(401, "application/json", body, {{"WWW-Authenticate", std::string(challenge)}});
}

TEST(ParameterOf, IsTheValueInQuotes) {
  EXPECT_EQ(parameter_of(kChallenge, "error"), "invalid_token");
  EXPECT_EQ(parameter_of(kChallenge, "resource_metadata"), "https://example.com/.well-known/oauth-protected-resource");
  EXPECT_EQ(parameter_of(kChallenge, "metadata"), "");
  EXPECT_EQ(parameter_of("Bearer error=\"open", "error"), "open");
  EXPECT_EQ(parameter_of("", "error"), "");
}

TEST(CheckChallenge, WantsOneBearerChallengeWithMetadata) {
  EXPECT_EQ(detail_of(check_challenge(refused(kChallenge))), "passed");
  EXPECT_TRUE(check_challenge(refused("Basic realm=\"x\"")));
  EXPECT_TRUE(check_challenge(refused(R"(Bearer error="invalid_token")")));
  auto twice = refused(kChallenge);
  twice.fields.push_back({"WWW-Authenticate", "Basic realm=\"proxy\""});
  EXPECT_EQ(remedy_of(check_challenge(twice)), "let the proxy pass WWW-Authenticate unchanged");
  EXPECT_EQ(detail_of(check_challenge(answer_of(200, "application/json", "{}"))),
            "expected 401 invalid_token, got 200");
}

TEST(CheckError, WantsWhatClientsAndPagesRead) {
  const auto check = [](const tools::ClientResponse& response) {
    return detail_of(check_error(response, 401, "invalid_token"));
  };
  EXPECT_EQ(check(refused(kChallenge)), "passed");
  EXPECT_EQ(check(answer_of(401, "text/html", "<h1>No</h1>")),
            "expected 401 invalid_token, got 401 without a JSON body");
  EXPECT_EQ(check(refused(kChallenge, R"({"error":"invalid_client"})")),
            "expected 401 invalid_token, got 401 invalid_client");
  EXPECT_EQ(check(refused(kChallenge, R"({"error":"<script>"})")), "expected 401 invalid_token, got 401");
  EXPECT_EQ(check(refused(kChallenge, R"({"error":"invalid_token"})")),
            "expected error_description in the response, got none");
  auto closed = refused(kChallenge);
  std::erase_if(closed.fields, [](const auto& field) { return field.name == "Access-Control-Allow-Origin"; });
  EXPECT_EQ(check(closed), "expected Access-Control-Allow-Origin: * on the error, got none");
  auto stored = refused(kChallenge);
  stored.fields.insert(stored.fields.begin(), {"Cache-Control", "max-age=60"});
  EXPECT_EQ(check(stored), "expected Cache-Control: no-store, got none");
}

TEST(CheckResourceMetadata, WantsTheAddressThatWasTried) {
  const auto check = [](const std::string& body) {
    return check_resource_metadata(answer_of(200, "application/json", body), "https://example.com");
  };
  EXPECT_EQ(check(R"({"resource":"https://example.com","authorization_servers":["https://example.com"]})"),
            std::nullopt);
  EXPECT_EQ(detail_of(check(R"({"resource":"http://example.com"})")),
            "expected resource https://example.com, got http://example.com");
  EXPECT_EQ(detail_of(check(R"({"resource":"https://example.com"})")), "expected authorization_servers, got none");
  EXPECT_EQ(detail_of(check("[]")), "expected 200 and JSON, got 200");
}

TEST(FormOf, EncodesWhatFormsReserve) {
  EXPECT_EQ(form_of({{"a", "b c&d"}, {"e", "-_.*"}}), "a=b%20c%26d&e=-_.*");
  EXPECT_EQ(basic_credentials("a:b", "c").value, "Basic YSUzQWI6Yw==");
}

// What `try` says of gated documents and gates that are requested without a token.

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

TEST(CheckClearText, WarnsOfRedirectsAndOfCredentialsThatAreAccepted) {
  for (const unsigned status : {400U, 403U, 404U, 421U, 426U, 503U}) {
    EXPECT_EQ(check_clear_text(answer_of(status, "text/html", "")), std::nullopt) << status;
  }
  for (const unsigned status : {301U, 302U, 307U, 308U}) {
    const auto redirected = check_clear_text(answer_of(status, "text/html", ""));
    ASSERT_TRUE(redirected);
    EXPECT_EQ(redirected->mark, Mark::warned);
    EXPECT_EQ(redirected->detail,
              "got " + std::to_string(status) +
                  " over http: a client that sends its token there is redirected and sees no mistake");
  }
  for (const unsigned status : {200U, 401U}) {
    const auto open = check_clear_text(answer_of(status, "application/json", "{}"));
    ASSERT_TRUE(open);
    EXPECT_EQ(open->mark, Mark::warned);
    EXPECT_EQ(open->detail, "got " + std::to_string(status) + " over http: credentials are accepted in clear text");
  }
}

}  // namespace
}  // namespace agent_access::tools
