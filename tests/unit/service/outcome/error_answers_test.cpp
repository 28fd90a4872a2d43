#include "service/outcome/fault_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>

#include "site/content/load.hpp"
#include "site/publish/publication.hpp"
#include "support/filled.hpp"

namespace agent_access::service {
namespace {

using documents::ErrorAnswer;

bool holds(const std::vector<ErrorAnswer>& list, const http::Problem& problem) {
  return std::ranges::any_of(list, [&problem](const ErrorAnswer& answer) {
    return answer.status == problem.status && answer.error == problem.error &&
           answer.description == problem.description;
  });
}

template <class Fault>
void expect_all(const std::vector<ErrorAnswer>& list, std::initializer_list<Fault> faults) {
  for (const auto fault : faults) EXPECT_TRUE(holds(list, problem_of(fault))) << name_of(fault);
}

TEST(ErrorAnswers, IncludeEveryFaultOfAnOperation) {
  const auto answers = error_answers();
  using enum RequestFault;
  expect_all(answers.registration,
             {oauth::RegistrationFault::invalid_client_name, oauth::RegistrationFault::unavailable});
  expect_all(answers.registration, {not_json_type, content_encoding, malformed_json, duplicate_parameter});
  expect_all(answers.token, {oauth::TokenFault::missing_grant_type, oauth::TokenFault::unsupported_grant_type,
                             oauth::TokenFault::missing_client_id, oauth::TokenFault::missing_client_secret,
                             oauth::TokenFault::invalid_client, oauth::TokenFault::unavailable});
  expect_all(answers.token,
             {unsupported_media_type, content_encoding, malformed_form, malformed_json, duplicate_parameter, wrong_type,
              unsupported_authorization, malformed_basic, mixed_authentication});
  expect_all(answers.profile,
             {oauth::BearerFault::missing_token, oauth::BearerFault::not_bearer, oauth::BearerFault::malformed_token,
              oauth::BearerFault::invalid_signature, oauth::BearerFault::invalid_claims,
              oauth::BearerFault::lives_too_long, oauth::BearerFault::expired, oauth::BearerFault::wrong_audience,
              oauth::BearerFault::insufficient_scope, oauth::BearerFault::unavailable});
  expect_all(answers.any, {foreign_host, unknown_path, method_not_allowed, rate_limited});
  expect_all(answers.scopes, {oauth::TokenFault::invalid_scope});
  expect_all(answers.gate_paths, {ambiguous_path});
}

TEST(ErrorAnswers, OfDeclaredResourcesAreInNoOtherList) {
  const auto answers = error_answers();
  for (const auto* list : {&answers.any, &answers.registration, &answers.token, &answers.profile}) {
    EXPECT_FALSE(holds(*list, problem_of(oauth::TokenFault::invalid_scope)));
    EXPECT_FALSE(holds(*list, problem_of(RequestFault::ambiguous_path)));
  }
}

TEST(ErrorAnswers, IncludeTheRefusalsOfTheNetworkLayer) {
  const auto answers = error_answers();
  using enum http::RequestError;
  expect_all(answers.any, {malformed_request, unsupported_version, target_too_long, headers_too_large,
                           unsupported_coding, malformed_chunks, body_too_large, expectation_failed, header_timeout,
                           body_timeout, server_full, handler_failed});
}

TEST(ErrorAnswers, ContainNothingElse) {
  const auto answers = error_answers();
  EXPECT_EQ(answers.registration.size(), 6U);
  EXPECT_EQ(answers.token.size(), 16U);
  EXPECT_EQ(answers.profile.size(), 10U);
  EXPECT_EQ(answers.any.size(), 16U);
}

TEST(ErrorAnswers, AreInTheOpenApiDescription) {
  const content::Settings settings{.base_urls = {base::parse_base_url("https://example.com").value()}};
  const content::Content content{content::minimal_site("Example"), content::minimal_faq()};
  const auto answers = error_answers();
  const auto body = documents::render_openapi({settings, content, publish::document_table(), 0}, answers);
  for (const auto* list : {&answers.registration, &answers.token, &answers.profile, &answers.any}) {
    for (const auto& answer : test::filled(*list)) {
      EXPECT_NE(body.find("`" + std::string(answer.error) + "`: "), std::string::npos) << answer.error;
      EXPECT_NE(body.find(answer.description), std::string::npos) << answer.description;
    }
  }
  EXPECT_EQ(body.find(problem_of(RequestFault::authorization_endpoint).description), std::string::npos);
  EXPECT_LT(body.size(), 30'000U);
  const auto codes =
      boost::json::parse(body).at("components").at("schemas").at("OAuthError").at("properties").at("error").at("enum");
  EXPECT_EQ(codes.as_array().size(), 17U);
}

}  // namespace
}  // namespace agent_access::service
