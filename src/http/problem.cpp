#include "http/problem.hpp"

#include "http/append.hpp"
#include "http/cors.hpp"

namespace agent_access::http {

void write_problem(const Problem& problem, Response& response) {
  response.status = problem.status;
  response.constant_fields = kProblemFields;
  response.fields.clear();
  response.constant_body = {};
  response.keep_alive.reset();
  // Both texts are constants without quote or backslash, so they need no escaping.
  response.body.clear();
  append(response.body, R"({"error":")", problem.error, R"(","error_description":")", problem.description, "\"}");
}

Problem problem_of(RequestError fault) noexcept {
  switch (fault) {
    case RequestError::malformed_request:
      return {400, "invalid_request", "The bytes received are not a well-formed HTTP/1.1 request"};
    case RequestError::unsupported_version:
      return {505, "invalid_request", "This HTTP version is not supported on this connection"};
    case RequestError::target_too_long:
      return {414, "uri_too_long", "The request line is too long"};
    case RequestError::headers_too_large:
      return {431, "headers_too_large", "The header fields are too large or too many"};
    case RequestError::unsupported_coding:
      return {400, "invalid_request",
              "A request body needs Content-Length, or Transfer-Encoding: chunked alone on HTTP/1.1"};
    case RequestError::malformed_chunks:
      return {400, "invalid_request",
              "The chunked request body is malformed; extensions and trailers are not accepted"};
    case RequestError::body_too_large:
      return {413, "payload_too_large", "The request body is too large"};
    case RequestError::expectation_failed:
      return {417, "invalid_request", "The only expectation supported is 100-continue"};
    case RequestError::header_timeout:
      return {408, "request_timeout", "The request head did not arrive in time"};
    case RequestError::body_timeout:
      return {408, "request_timeout", "The request body did not arrive in time"};
    case RequestError::server_full:
      return {503, "temporarily_unavailable", "Too many connections; try again shortly"};
    case RequestError::handler_failed:
      return {500, "server_error", "An unexpected condition prevented the answer"};
    case RequestError::client_refused:
      return {429, "rate_limited", "Too many requests; wait for the seconds in Retry-After"};
  }
  return {500, "server_error", "An unexpected condition prevented the answer"};
}

}  // namespace agent_access::http
