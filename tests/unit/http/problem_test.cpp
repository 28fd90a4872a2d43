#include "http/fields.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::http {
namespace {

TEST(WriteProblem, ReplacesTheResponse) {
  Response response;
  response.fields = "Old: field\r\n";
  response.body = "old";
  response.constant_body = "old";
  response.body_owner = std::make_shared<int>(1);
  write_problem({404, "not_found", "No such resource"}, response);
  response.add_field("Allow", "GET");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body, R"({"error":"not_found","error_description":"No such resource"})");
  EXPECT_EQ(response.constant_body, "");
  EXPECT_EQ(response.body_owner, nullptr);
  EXPECT_EQ(response.fields, "Allow: GET\r\n");
  EXPECT_EQ(response.constant_fields,
            "Content-Type: application/json\r\n"
            "Cache-Control: no-store\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Access-Control-Allow-Origin: *\r\n"
            "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
            "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n");
}

TEST(ProblemOf, HasAStatusForEachReadFault) {
  const std::vector<std::tuple<RequestError, int, std::string_view>> expected = {
      {RequestError::malformed_request, 400, "invalid_request"},
      {RequestError::unsupported_version, 505, "invalid_request"},
      {RequestError::target_too_long, 414, "uri_too_long"},
      {RequestError::headers_too_large, 431, "headers_too_large"},
      {RequestError::unsupported_coding, 400, "invalid_request"},
      {RequestError::malformed_chunks, 400, "invalid_request"},
      {RequestError::body_too_large, 413, "payload_too_large"},
      {RequestError::expectation_failed, 417, "invalid_request"},
      {RequestError::header_timeout, 408, "request_timeout"},
      {RequestError::body_timeout, 408, "request_timeout"},
      {RequestError::server_full, 503, "temporarily_unavailable"},
      {RequestError::handler_failed, 500, "server_error"}};
  for (const auto& [fault, status, error] : expected) {
    const Problem problem = problem_of(fault);
    EXPECT_EQ(problem.status, status);
    EXPECT_EQ(problem.error, error);
    EXPECT_FALSE(problem.description.empty());
    EXPECT_EQ(problem.description.find_first_of("\"\\"), std::string_view::npos) << problem.description;
  }
}

}  // namespace
}  // namespace agent_access::http
