/// \file
/// The table of faults: why requests are refused, and the response to each. Several faults have the same response,
/// which so reveals less than the log. Those of MCP are in mcp/message.cpp, which writes them as JSON-RPC. Constants.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/result.hpp"
#include "http/outcome.hpp"

namespace agent_access::service {

namespace detail {

using enum http::Operations;
using http::Operations;

constexpr std::string_view kBodyTypes = "Accept: application/x-www-form-urlencoded, application/json\r\n";

constexpr http::Fault bad_request(std::string_view name, Operations operations, std::string_view sentence) noexcept {
  return {name, 400, "invalid_request", sentence, operations};
}
constexpr http::Fault malformed_http(std::string_view name, std::string_view sentence) noexcept {
  return bad_request(name, malformed, sentence);
}
constexpr http::Fault limited(std::string_view name) noexcept {
  return {name, 429, "rate_limited", "Too many requests; wait for the seconds in Retry-After", any};
}
/// A fault of a client that cannot be the one that it names.
constexpr http::Fault bad_client(std::string_view name, std::string_view sentence) noexcept {
  return {name, 401, "invalid_client", sentence, token, true};
}
constexpr http::Fault bad_token(std::string_view name, std::string_view sentence) noexcept {
  return {name, 401, "invalid_token", sentence, profile, true};
}

}  // namespace detail

/// The sentences are in this order in /openapi.json and in the reference.
inline constexpr std::array kFaults = [] {
  using namespace detail;
  return std::to_array<http::Fault>({
      {"foreign_host", 421, "misdirected_request", "This server does not serve the requested host", any},
      {"unknown_path", 404, "not_found", "No such resource; see /openapi.json and /llms.txt for what exists", any},
      {"method_not_allowed", 405, "method_not_allowed",
       "The resource does not support this method; see the Allow header", any},
      {"precondition_failed", 412, "precondition_failed",
       "If-Match or If-Unmodified-Since does not hold; read the resource again", any},
      // What proxies answer on port 80 (tools/proxies): a redirect would let clients send credentials in clear text
      // again.
      {"https_required", 403, "https_required",
       "The request came over http, in clear text; send it to the https address, with credentials that were not sent "
       "before",
       registration | token | profile},
      // The budget that was exhausted.
      limited("rate_limited_address"),
      limited("rate_limited_network"),
      limited("rate_limited_ceiling"),

      // What is not a request: http::RequestError.
      malformed_http("malformed_request",
                     "The bytes received do not begin with a request line; send a method, a path "
                     "and HTTP/1.1, between single spaces"),
      malformed_http("malformed_target",
                     "The target of the request is not a path in visible ASCII without a fragment; "
                     "percent-encode other characters"),
      {"unsupported_version", 505, "invalid_request", "This HTTP version is not supported; send HTTP/1.1", any},
      malformed_http("clear_text", "The request came over http to a port of https; send it to the https address"),
      malformed_http("malformed_line",
                     "A line of the request head has a control character or does not end with CR LF; end "
                     "each line with CR LF"),
      malformed_http("malformed_field",
                     "A header line is not a name, a colon directly behind it and a value; send each "
                     "header so, in one line"),
      malformed_http("disguised_field",
                     "The name of a header that decides framing or trust has an underscore; write it "
                     "with a hyphen"),
      malformed_http("missing_host", "The request has no Host header; send one with the name of this server"),
      malformed_http("empty_host", "The Host header is empty; send the name of this server in it"),
      malformed_http("malformed_host",
                     "The Host header is not a name or an address with an optional port; send the name "
                     "of this server in it"),
      malformed_http("repeated_host", "The request has more than one Host header; send one"),
      malformed_http("repeated_authorization", "The request has more than one Authorization header; send one"),
      malformed_http("differing_types", "The request has Content-Type headers that differ; send one"),
      malformed_http("malformed_length", "Content-Length is not a number of 1 to 19 digits; send the size of the body"),
      malformed_http("repeated_length", "The request has more than one Content-Length header; send one"),
      malformed_http("malformed_connection",
                     "Connection or Proxy-Connection is not a list of tokens; send close or "
                     "keep-alive, or leave it out"),
      {"target_too_long", 414, "uri_too_long", "The request line is too long", any},
      {"headers_too_large", 431, "headers_too_large", "The header fields are too large or too many", any},
      malformed_http("unsupported_coding",
                     "Transfer-Encoding does not say where the body ends; send Transfer-Encoding: "
                     "chunked alone, on HTTP/1.1 and without Content-Length, or Content-Length alone"),
      {"not_implemented", 501, "not_implemented",
       "A transfer coding other than chunked; send chunked, or Content-Length", any},
      malformed_http("malformed_chunks",
                     "The chunked request body is malformed; send hexadecimal sizes and CR LF, no "
                     "trailers, and at most 256 bytes of chunk extensions"),
      {"body_too_large", 413, "payload_too_large", "The request body is too large", any},
      {"expectation_failed", 417, "invalid_request", "The only expectation supported is 100-continue", any},
      {"header_timeout", 408, "request_timeout", "The request head did not arrive in time", any},
      {"body_timeout", 408, "request_timeout", "The request body did not arrive in time", any},
      {"server_full", 503, "temporarily_unavailable", "Too many connections; try again shortly", any, false,
       "Retry-After: 1\r\n"},
      {"handler_failed", 500, "server_error", "An unexpected condition prevented the response", any},

      // The token endpoint: oauth::TokenFault.
      bad_request("missing_grant_type", token, "grant_type is missing; send grant_type=client_credentials"),
      {"unsupported_grant_type", 400, "unsupported_grant_type", "grant_type must be client_credentials", token},
      bad_request("missing_client_id", token, "client_id is missing"),
      bad_request("missing_client_secret", token, "client_secret is missing"),
      bad_request("parameters_in_query", token, "The query has grant_type or credentials; send them in the body"),
      bad_request("form_as_json", token, "The body is a form; send it as application/x-www-form-urlencoded"),
      bad_request("json_as_form", token, "The body is JSON; send it as application/json"),
      bad_client("invalid_client", "The client credentials are not valid; register again if the secret was lost"),
      bad_client("padded_secret",
                 "The client credentials are not valid: client_secret begins or ends with a line break or a space"),
      {"invalid_scope", 400, "invalid_scope",
       "scope names a scope that does not exist here; scopes_supported in the metadata lists them", token_with_scopes},
      {"unavailable", 503, "temporarily_unavailable", "The service is temporarily unavailable; try again shortly",
       registration | token | profile, false, "Retry-After: 1\r\n"},

      // Registration: oauth::RegistrationFault.
      {"invalid_client_name", 400, "invalid_client_metadata",
       "client_name must be a string of 1 to 200 characters without control characters", registration},

      // The form of a request.
      {"authorization_endpoint", 400, "unsupported_response_type",
       "No login exists here: agents register at /oauth/register and use the client_credentials grant at "
       "/oauth/token. Where this site offers /mcp, applications that open this page, such as claude.ai, can use its "
       "public tools without a login; enter no OAuth client there",
       authorization},
      {"unsupported_media_type", 415, "unsupported_media_type",
       "Content-Type must be application/x-www-form-urlencoded or application/json", token, false, kBodyTypes},
      {"not_json_type", 415, "unsupported_media_type", "Content-Type must be application/json", registration, false,
       "Accept: application/json\r\n"},
      {"content_encoding", 415, "unsupported_media_type", "The body has a content coding; send it without",
       registration | token},
      bad_request("malformed_form", token, "The body is not a well-formed form in UTF-8"),
      bad_request("malformed_json", registration | token,
                  "The body is not a JSON object in UTF-8 without a byte order mark"),
      bad_request("duplicate_parameter", registration | token, "A parameter occurs more than once; send it once"),
      bad_request("wrong_type", token, "grant_type, client_id and client_secret must be strings"),
      bad_request("unsupported_authorization", token,
                  "Authorization has no Basic credentials; send them, or credentials in the body"),
      bad_request("malformed_basic", token, "The Basic credentials are not client_id:client_secret in base64"),
      bad_request("mixed_authentication", token, "The client authenticates in Authorization and body; use one"),
      bad_request("malformed_gate_question", forward_auth,
                  "A question about a gate needs one X-Forwarded-Method and one X-Forwarded-Uri"),
      bad_request("ambiguous_path", gates,
                  "The path could be read in two ways; write it without empty or dot segments, semicolons, "
                  "backslashes and needless percent-encoding"),
      {"ungated_path", 403, "access_denied", "No token opens this path", forward_auth},

      // What a token opens: oauth::BearerFault.
      {"missing_token", 401, "invalid_token", "The access token is missing", profile},
      {"token_in_query", 401, "invalid_token", "The access token is in the query; send it in Authorization", profile},
      bad_token("not_bearer", "The Authorization header must be a single Bearer token"),
      bad_token("malformed_token", "The access token is invalid"),
      bad_token("invalid_signature", "The access token is invalid"),
      bad_token("invalid_claims", "The access token is invalid"),
      bad_token("lives_too_long", "The access token is invalid"),
      bad_token("expired", "The access token has expired"),
      bad_token("wrong_audience", "The access token is meant for another audience"),
      {"insufficient_scope", 403, "insufficient_scope", "The access token lacks the scope read:extended", profile},
  });
}();

/// The row of that name. A name without a row does not compile.
[[nodiscard]] consteval const http::Fault& fault(std::string_view name) {
  for (const http::Fault& row : kFaults) {
    if (row.name == name) return row;
  }
  throw "no row has this name";
}

namespace detail {

template <class Enum, std::size_t... At>
consteval auto rows_of(std::index_sequence<At...> /*numbers*/) {
  return std::array{&fault(base::enumerator_name<static_cast<Enum>(At)>())...};
}
template <class Enum>
inline constexpr auto kRowsOf = rows_of<Enum>(std::make_index_sequence<base::enumerator_count<Enum>()>());

}  // namespace detail

/// The row of a fault of another room: that of the same name. An enumerator without a row does not compile.
template <class Enum>
[[nodiscard]] constexpr const http::Fault& fault_of(Enum value) noexcept {
  return *detail::kRowsOf<Enum>[static_cast<std::size_t>(value)];
}

}  // namespace agent_access::service
