#include "http/fields.hpp"

#include <array>

#include "base/result.hpp"

namespace agent_access::http {

void append_preflight(std::string_view methods, std::string& fields) {
  append(fields, "Allow: ", methods, "\r\nAccess-Control-Allow-Methods: ", methods, "\r\n");
}

bool is_preflight(const Request& request) noexcept {
  return request.method == Method::options && request.count("Origin") > 0 &&
         request.count("Access-Control-Request-Method") > 0;
}

namespace {

/// A row for each enumerator, in the order of the enumeration.
constexpr std::array kRequestErrors = std::to_array<RequestErrorRow>({
    {RequestError::malformed_request,
     "malformed_request",
     {400, "invalid_request", "The bytes received are not a well-formed HTTP/1.1 request"}},
    {RequestError::unsupported_version,
     "unsupported_version",
     {505, "invalid_request", "This HTTP version is not supported on this connection"}},
    {RequestError::target_too_long, "target_too_long", {414, "uri_too_long", "The request line is too long"}},
    {RequestError::headers_too_large,
     "headers_too_large",
     {431, "headers_too_large", "The header fields are too large or too many"}},
    {RequestError::unsupported_coding,
     "unsupported_coding",
     {400, "invalid_request", "A request body needs Content-Length, or Transfer-Encoding: chunked alone on HTTP/1.1"}},
    {RequestError::malformed_chunks,
     "malformed_chunks",
     {400, "invalid_request", "The chunked request body is malformed; extensions and trailers are not accepted"}},
    {RequestError::body_too_large, "body_too_large", {413, "payload_too_large", "The request body is too large"}},
    {RequestError::expectation_failed,
     "expectation_failed",
     {417, "invalid_request", "The only expectation supported is 100-continue"}},
    {RequestError::header_timeout,
     "header_timeout",
     {408, "request_timeout", "The request head did not arrive in time"}},
    {RequestError::body_timeout, "body_timeout", {408, "request_timeout", "The request body did not arrive in time"}},
    {RequestError::server_full,
     "server_full",
     {503, "temporarily_unavailable", "Too many connections; try again shortly", "Retry-After: 1\r\n"}},
    {RequestError::handler_failed,
     "handler_failed",
     {500, "server_error", "An unexpected condition prevented the answer"}},
});
static_assert(base::is_complete(kRequestErrors, &RequestErrorRow::fault),
              "an error has no row, or its row is out of order");

}  // namespace

void write_problem(const Problem& problem, Response& response, std::string_view remedy) {
  response.status = problem.status;
  response.constant_fields = kProblemFields;
  response.fields.assign(problem.fields);
  response.constant_body = {};
  response.body_owner.reset();
  // Both texts have no quote or backslash, so they need no escaping.
  response.body.clear();
  append(response.body, R"({"error":")", problem.error, R"(","error_description":")", problem.description, remedy,
         "\"}");
}

Problem problem_of(RequestError fault) noexcept { return kRequestErrors[static_cast<std::size_t>(fault)].problem; }

std::string_view name_of(RequestError fault) noexcept { return kRequestErrors[static_cast<std::size_t>(fault)].name; }

std::span<const RequestErrorRow> request_errors() noexcept { return kRequestErrors; }

}  // namespace agent_access::http
