#include "service/fault_table.hpp"

#include "http/append.hpp"
#include "http/cors.hpp"
#include "oauth/types.hpp"

namespace agent_access::service {

namespace {

using http::FormFault;
using http::JsonFault;
using http::Problem;
using http::RequestError;
using oauth::BearerFault;
using oauth::RegistrationFault;
using oauth::TokenFault;

// After an exhaustive switch: a value outside its enum is a bug.
constexpr Problem kServerError = {500, "server_error", "An unexpected condition prevented the answer"};
constexpr Problem kUnavailable = {503, "temporarily_unavailable", "The service cannot answer now; try again shortly"};

// How a challenge ends: with what has no scope, or with the scope.
constexpr std::string_view kChallengeEnd = "\"\r\n";
constexpr std::string_view kBeforeScope = "\", scope=\"";
constexpr std::string_view kScopeEnd = http::joined<kBeforeScope, oauth::kScope, kChallengeEnd>;

constexpr Problem bad_request(std::string_view description) noexcept { return {400, "invalid_request", description}; }
constexpr Problem bad_token(std::string_view description) noexcept { return {401, "invalid_token", description}; }

}  // namespace

Problem problem_of(RequestFault fault) noexcept {
  switch (fault) {
    case RequestFault::foreign_host:
      return {421, "misdirected_request", "This server does not answer for the requested host"};
    case RequestFault::unknown_path:
      return {404, "not_found", "No such resource; see /openapi.json and /llms.txt for what exists"};
    case RequestFault::method_not_allowed:
      return {405, "method_not_allowed", "The resource does not support this method; see the Allow header"};
    case RequestFault::authorization_endpoint:
      return {400, "unsupported_response_type",
              "No response type is supported; use the client_credentials grant at /oauth/token"};
    case RequestFault::unsupported_media_type:
      return {415, "unsupported_media_type", "The media type of the request body is not supported"};
    case RequestFault::content_encoding:
      return {415, "unsupported_media_type", "Content codings of request bodies are not supported"};
    case RequestFault::malformed_form:
      return bad_request("The request body is not a well-formed form in UTF-8");
    case RequestFault::malformed_json:
      return bad_request("The request body is not a well-formed JSON object");
    case RequestFault::duplicate_parameter:
      return bad_request("A parameter occurs more than once");
    case RequestFault::wrong_type:
      return bad_request("grant_type, client_id and client_secret must be strings");
    case RequestFault::unsupported_authorization:
      return bad_request("The Authorization header must be a single Basic credential here");
    case RequestFault::malformed_basic:
      return bad_request("The Basic credential is malformed");
    case RequestFault::mixed_authentication:
      return bad_request("Use one method of client authentication, not two");
    case RequestFault::rate_limited:
      return {429, "rate_limited", "Too many requests; wait for the seconds in Retry-After"};
  }
  return kServerError;
}

Problem problem_of(TokenFault fault) noexcept {
  switch (fault) {
    case TokenFault::missing_grant_type:
      return bad_request("grant_type is missing");
    case TokenFault::unsupported_grant_type:
      return {400, "unsupported_grant_type", "grant_type must be client_credentials"};
    case TokenFault::missing_client_id:
      return bad_request("client_id is missing");
    case TokenFault::missing_client_secret:
      return bad_request("client_secret is missing");
    case TokenFault::invalid_client:
      return {401, "invalid_client", "The client credentials are not valid; register again if the secret was lost"};
    case TokenFault::unavailable:
      return kUnavailable;
  }
  return kServerError;
}

Problem problem_of(RegistrationFault fault) noexcept {
  switch (fault) {
    case RegistrationFault::invalid_client_name:
      return {400, "invalid_client_metadata",
              "client_name must be a string of 1 to 200 characters without control characters"};
    case RegistrationFault::unavailable:
      return kUnavailable;
  }
  return kServerError;
}

Problem problem_of(BearerFault fault) noexcept {
  switch (fault) {
    case BearerFault::missing_token:
      return bad_token("The access token is missing");
    case BearerFault::not_bearer:
      return bad_token("The Authorization header must be a single Bearer token");
    case BearerFault::malformed_token:
    case BearerFault::invalid_signature:
    case BearerFault::invalid_claims:
    case BearerFault::lives_too_long:
      return bad_token("The access token is invalid");
    case BearerFault::expired:
      return bad_token("The access token has expired");
    case BearerFault::wrong_audience:
      return bad_token("The access token is meant for another audience");
    case BearerFault::insufficient_scope:
      return {403, "insufficient_scope", "The access token lacks the scope read:extended"};
    case BearerFault::unavailable:
      return kUnavailable;
  }
  return kServerError;
}

std::string_view name_of(RequestFault fault) noexcept {
  switch (fault) {
    case RequestFault::foreign_host:
      return "foreign_host";
    case RequestFault::unknown_path:
      return "unknown_path";
    case RequestFault::method_not_allowed:
      return "method_not_allowed";
    case RequestFault::authorization_endpoint:
      return "authorization_endpoint";
    case RequestFault::unsupported_media_type:
      return "unsupported_media_type";
    case RequestFault::content_encoding:
      return "content_encoding";
    case RequestFault::malformed_form:
      return "malformed_form";
    case RequestFault::malformed_json:
      return "malformed_json";
    case RequestFault::duplicate_parameter:
      return "duplicate_parameter";
    case RequestFault::wrong_type:
      return "wrong_type";
    case RequestFault::unsupported_authorization:
      return "unsupported_authorization";
    case RequestFault::malformed_basic:
      return "malformed_basic";
    case RequestFault::mixed_authentication:
      return "mixed_authentication";
    case RequestFault::rate_limited:
      return "rate_limited";
  }
  return "unknown";
}

std::string_view name_of(TokenFault fault) noexcept {
  switch (fault) {
    case TokenFault::missing_grant_type:
      return "missing_grant_type";
    case TokenFault::unsupported_grant_type:
      return "unsupported_grant_type";
    case TokenFault::missing_client_id:
      return "missing_client_id";
    case TokenFault::missing_client_secret:
      return "missing_client_secret";
    case TokenFault::invalid_client:
      return "invalid_client";
    case TokenFault::unavailable:
      return "unavailable";
  }
  return "unknown";
}

std::string_view name_of(RegistrationFault fault) noexcept {
  switch (fault) {
    case RegistrationFault::invalid_client_name:
      return "invalid_client_name";
    case RegistrationFault::unavailable:
      return "unavailable";
  }
  return "unknown";
}

std::string_view name_of(BearerFault fault) noexcept {
  switch (fault) {
    case BearerFault::missing_token:
      return "missing_token";
    case BearerFault::not_bearer:
      return "not_bearer";
    case BearerFault::malformed_token:
      return "malformed_token";
    case BearerFault::invalid_signature:
      return "invalid_signature";
    case BearerFault::invalid_claims:
      return "invalid_claims";
    case BearerFault::lives_too_long:
      return "lives_too_long";
    case BearerFault::expired:
      return "expired";
    case BearerFault::wrong_audience:
      return "wrong_audience";
    case BearerFault::insufficient_scope:
      return "insufficient_scope";
    case BearerFault::unavailable:
      return "unavailable";
  }
  return "unknown";
}

std::string_view name_of(RequestError fault) noexcept {
  switch (fault) {
    case RequestError::malformed_request:
      return "malformed_request";
    case RequestError::unsupported_version:
      return "unsupported_version";
    case RequestError::target_too_long:
      return "target_too_long";
    case RequestError::headers_too_large:
      return "headers_too_large";
    case RequestError::unsupported_coding:
      return "unsupported_coding";
    case RequestError::malformed_chunks:
      return "malformed_chunks";
    case RequestError::body_too_large:
      return "body_too_large";
    case RequestError::expectation_failed:
      return "expectation_failed";
    case RequestError::header_timeout:
      return "header_timeout";
    case RequestError::body_timeout:
      return "body_timeout";
    case RequestError::server_full:
      return "server_full";
    case RequestError::handler_failed:
      return "handler_failed";
    case RequestError::client_refused:
      return "client_refused";
  }
  return "unknown";
}

RequestFault request_fault_of(FormFault fault) noexcept {
  switch (fault) {
    case FormFault::malformed_escape:
    case FormFault::not_utf8:
      return RequestFault::malformed_form;
    case FormFault::duplicate_name:
      return RequestFault::duplicate_parameter;
  }
  return RequestFault::malformed_form;
}

RequestFault request_fault_of(JsonFault fault) noexcept {
  switch (fault) {
    case JsonFault::not_json:
    case JsonFault::not_an_object:
    case JsonFault::not_finite:
    case JsonFault::too_deep:
      return RequestFault::malformed_json;
    case JsonFault::duplicate_name:
      return RequestFault::duplicate_parameter;
  }
  return RequestFault::malformed_json;
}

void append_bearer_challenge(BearerFault fault, std::string_view base_url, std::string& fields) {
  const Problem problem = problem_of(fault);
  // RFC 6750 section 3.1: insufficient_scope may name the scope that is needed.
  const std::string_view end = fault == BearerFault::insufficient_scope ? kScopeEnd : kChallengeEnd;
  http::append(fields, "WWW-Authenticate: Bearer error=\"", problem.error, "\", error_description=\"",
               problem.description, "\", resource_metadata=\"", base_url, "/.well-known/oauth-protected-resource", end);
}

}  // namespace agent_access::service
