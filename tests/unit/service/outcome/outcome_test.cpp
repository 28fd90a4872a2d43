#include "service/outcome/outcome.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::service {
namespace {

TEST(Outcome, IsClearedWhenTheResponseIsReset) {
  http::Response response;
  Outcome& outcome = outcome_of(response);
  outcome.route = publish::Route::profile;
  outcome.ending = oauth::BearerFault::expired;
  outcome.client_id.emplace();
  outcome.key_id = "k";
  outcome.token_id = "t";
  outcome.gated = 3;
  outcome.resource = "/data/";
  response.reset();
  EXPECT_EQ(&outcome_of(response), &outcome);
  EXPECT_EQ(outcome.route, publish::Route::unknown);
  EXPECT_EQ(outcome.ending, Ending(Success{}));
  EXPECT_FALSE(outcome.client_id);
  EXPECT_EQ(outcome.key_id + outcome.token_id + outcome.resource, "");
  EXPECT_EQ(outcome.gated, kNotGated);
}

TEST(FindOutcome, FindsOnlyTheOutcomeOfAGate) {
  struct Foreign final : http::Outcome {
    void reset() noexcept override {}
    [[nodiscard]] std::size_t held_bytes() const noexcept override { return 0; }
  };
  http::Response response;
  EXPECT_EQ(find_outcome(response), nullptr);
  response.outcome = std::make_unique<Foreign>();
  EXPECT_EQ(find_outcome(response), nullptr);
  const Outcome& outcome = outcome_of(response);
  EXPECT_EQ(find_outcome(response), &outcome);
}

TEST(IsFailedAttempt, IsTrueForRefusedCredentialsAndTokens) {
  using enum oauth::BearerFault;
  for (const auto fault :
       {not_bearer, malformed_token, invalid_signature, invalid_claims, lives_too_long, expired, wrong_audience}) {
    EXPECT_TRUE(is_failed_attempt(fault));
  }
  EXPECT_TRUE(is_failed_attempt(oauth::TokenFault::invalid_client));
  for (const Ending& ending : std::vector<Ending>{
           Success{}, missing_token, insufficient_scope, unavailable, oauth::TokenFault::missing_client_secret,
           oauth::TokenFault::unavailable, RequestFault::malformed_json, oauth::RegistrationFault::invalid_client_name,
           limit::RefusedBy::address, http::RequestError::malformed_request}) {
    EXPECT_FALSE(is_failed_attempt(ending));
  }
}

}  // namespace
}  // namespace agent_access::service
