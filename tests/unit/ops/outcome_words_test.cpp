#include "ops/outcome_words.hpp"

#include <gtest/gtest.h>
#include <string_view>
#include <utility>
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

TEST(RouteName, IsOneOfAFixedSet) {
  using enum publish::Route;
  const std::vector<std::pair<publish::Route, std::string_view>> rows = {{profile, "profile"},
                                                                         {token, "token"},
                                                                         {registration, "register"},
                                                                         {authorization, "authorize"},
                                                                         {jwks, "jwks"},
                                                                         {metadata, "metadata"},
                                                                         {discovery, "discovery"},
                                                                         {home, "home"},
                                                                         {page, "page"},
                                                                         {file, "file"},
                                                                         {unknown, "unknown"},
                                                                         {rejected, "rejected"},
                                                                         {mcp, "mcp"},
                                                                         {document, "document"},
                                                                         {gate, "gate"}};
  EXPECT_EQ(rows.size(), kRouteCount);
  for (const auto& [route, name] : rows) EXPECT_EQ(route_name(route), name);
}

TEST(IsKnownRoute, IsFalseForPathsThatTheCallerChose) {
  EXPECT_TRUE(is_known_route(publish::Route::profile));
  EXPECT_FALSE(is_known_route(publish::Route::unknown));
  EXPECT_FALSE(is_known_route(publish::Route::rejected));
}

TEST(StatusIndex, IsDefinedForEachStatusThatIsSent) {
  for (const std::uint16_t status :
       std::initializer_list<std::uint16_t>{200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405, 406, 408,
                                            411, 413, 414, 415, 416, 417, 421, 429, 431, 500, 503, 505}) {
    EXPECT_EQ(status_at(status_index(status)), status);
  }
  EXPECT_EQ(status_at(status_index(299)), 0);
}

}  // namespace
}  // namespace agent_access::ops
