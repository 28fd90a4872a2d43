#include "service/outcome/outcome.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace agent_access::service {
namespace {

template <class Fault>
struct Row {
  Fault fault;
  int status;
  std::string_view error;
  std::string_view name;
  std::string_view fields = status == 503 ? "Retry-After: 1\r\n" : "";
};

/// RFC 6749 section 5.2: %x20-21 / %x23-5B / %x5D-7E.
bool is_description(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7E && c != '"' && c != '\\'; });
}

template <class Fault>
void check(const std::vector<Row<Fault>>& rows) {
  std::set<std::string_view> names;
  for (const auto& row : rows) {
    const http::Problem problem = problem_of(row.fault);
    EXPECT_EQ(problem.status, row.status) << row.name;
    EXPECT_EQ(problem.error, row.error) << row.name;
    EXPECT_TRUE(is_description(problem.description)) << problem.description;
    EXPECT_EQ(name_of(row.fault), row.name);
    EXPECT_TRUE(names.insert(row.name).second);
    http::Response response;
    refuse(row.fault, response);
    EXPECT_EQ(outcome_of(response).ending, Ending(row.fault));
    EXPECT_EQ(response.fields, row.fields);
  }
}

TEST(FaultTable, HasTheResponsesOfRequestFaults) {
  using enum RequestFault;
  check<RequestFault>({{foreign_host, 421, "misdirected_request", "foreign_host"},
                       {unknown_path, 404, "not_found", "unknown_path"},
                       {method_not_allowed, 405, "method_not_allowed", "method_not_allowed"},
                       {authorization_endpoint, 400, "unsupported_response_type", "authorization_endpoint"},
                       {unsupported_media_type, 415, "unsupported_media_type", "unsupported_media_type",
                        "Accept: application/x-www-form-urlencoded, application/json\r\n"},
                       {not_json_type, 415, "unsupported_media_type", "not_json_type", "Accept: application/json\r\n"},
                       {content_encoding, 415, "unsupported_media_type", "content_encoding"},
                       {malformed_form, 400, "invalid_request", "malformed_form"},
                       {malformed_json, 400, "invalid_request", "malformed_json"},
                       {duplicate_parameter, 400, "invalid_request", "duplicate_parameter"},
                       {wrong_type, 400, "invalid_request", "wrong_type"},
                       {unsupported_authorization, 400, "invalid_request", "unsupported_authorization"},
                       {malformed_basic, 400, "invalid_request", "malformed_basic"},
                       {mixed_authentication, 400, "invalid_request", "mixed_authentication"},
                       {malformed_gate_question, 400, "invalid_request", "malformed_gate_question"},
                       {ambiguous_path, 400, "invalid_request", "ambiguous_path"},
                       {ungated_path, 403, "access_denied", "ungated_path"}});
}

TEST(FaultTable, HasTheResponsesOfTokenFaults) {
  using enum oauth::TokenFault;
  check<oauth::TokenFault>({{missing_grant_type, 400, "invalid_request", "missing_grant_type"},
                            {unsupported_grant_type, 400, "unsupported_grant_type", "unsupported_grant_type"},
                            {missing_client_id, 400, "invalid_request", "missing_client_id"},
                            {missing_client_secret, 400, "invalid_request", "missing_client_secret"},
                            {invalid_client, 401, "invalid_client", "invalid_client"},
                            {unavailable, 503, "temporarily_unavailable", "unavailable"}});
}

TEST(FaultTable, HasTheResponsesOfRegistrationFaults) {
  using enum oauth::RegistrationFault;
  check<oauth::RegistrationFault>({{invalid_client_name, 400, "invalid_client_metadata", "invalid_client_name"},
                                   {unavailable, 503, "temporarily_unavailable", "unavailable"}});
}

TEST(FaultTable, HasTheResponsesOfBearerFaults) {
  using enum oauth::BearerFault;
  check<oauth::BearerFault>({{missing_token, 401, "invalid_token", "missing_token"},
                             {not_bearer, 401, "invalid_token", "not_bearer"},
                             {malformed_token, 401, "invalid_token", "malformed_token"},
                             {invalid_signature, 401, "invalid_token", "invalid_signature"},
                             {invalid_claims, 401, "invalid_token", "invalid_claims"},
                             {lives_too_long, 401, "invalid_token", "lives_too_long"},
                             {expired, 401, "invalid_token", "expired"},
                             {wrong_audience, 401, "invalid_token", "wrong_audience"},
                             {insufficient_scope, 403, "insufficient_scope", "insufficient_scope"},
                             {unavailable, 503, "temporarily_unavailable", "unavailable"}});
}

}  // namespace
}  // namespace agent_access::service
