#include "ops/outcome_words.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::ops {
namespace {

struct Row {
  publish::Route route;
  service::Ending ending;
  std::string_view route_word;
  std::string_view error;
  std::string_view reason;
};

TEST(OutcomeWords, NameTheRouteTheErrorAndTheFault) {
  using publish::Route;
  const std::vector<Row> rows = {
      {Route::profile, service::Success::answered, "profile", "", ""},
      {Route::registration, service::Success::client_registered, "register", "", ""},
      {Route::token, service::Success::token_issued, "token", "", ""},
      {Route::unknown, service::RequestFault::foreign_host, "unknown", "misdirected_request", "foreign_host"},
      {Route::token, oauth::TokenFault::invalid_client, "token", "invalid_client", "invalid_client"},
      {Route::registration, oauth::RegistrationFault::unavailable, "register", "temporarily_unavailable",
       "unavailable"},
      {Route::profile, oauth::BearerFault::lives_too_long, "profile", "invalid_token", "lives_too_long"},
      {Route::token, limit::RefusedBy::address, "token", "rate_limited", "rate_limited_address"},
      {Route::rejected, http::RequestError::header_timeout, "rejected", "request_timeout", "header_timeout"}};
  for (const Row& row : rows) {
    service::Outcome outcome;
    outcome.route = row.route;
    outcome.ending = row.ending;
    const OutcomeWords words = words_of(outcome);
    EXPECT_EQ(words.route, row.route_word);
    EXPECT_EQ(words.error, row.error);
    EXPECT_EQ(words.reason, row.reason);
  }
}

}  // namespace
}  // namespace agent_access::ops
