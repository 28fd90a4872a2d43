#include "service/outcome/fault_table.hpp"

#include <array>
#include <utility>

#include "base/result.hpp"
#include "http/fields.hpp"
#include "oauth/types.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::service {

namespace {

using http::Problem;
using oauth::BearerFault;
using oauth::RegistrationFault;
using oauth::TokenFault;

constexpr Problem kUnavailable = {503, "temporarily_unavailable",
                                  "The service is temporarily unavailable; try again shortly", "Retry-After: 1\r\n"};

constexpr Problem problem(std::uint16_t status, std::string_view error, std::string_view description,
                          std::string_view fields = {}) noexcept {
  return {status, error, description, fields};
}
constexpr Problem bad_request(std::string_view description) noexcept { return {400, "invalid_request", description}; }
constexpr Problem bad_token(std::string_view description) noexcept { return {401, "invalid_token", description}; }

// --- The table. A row for each enumerator, in the order of its enumeration: fault, name, response, operations ---

constexpr std::array kRequestFaults = std::to_array<FaultRow<RequestFault>>({
    {RequestFault::foreign_host, "foreign_host",
     problem(421, "misdirected_request", "This server does not serve the requested host"), Operations::any},
    {RequestFault::unknown_path, "unknown_path",
     problem(404, "not_found", "No such resource; see /openapi.json and /llms.txt for what exists"), Operations::any},
    {RequestFault::method_not_allowed, "method_not_allowed",
     problem(405, "method_not_allowed", "The resource does not support this method; see the Allow header"),
     Operations::any},
    {RequestFault::authorization_endpoint, "authorization_endpoint",
     problem(
         400, "unsupported_response_type",
         "No login exists here: agents register at /oauth/register and use the client_credentials grant at "
         "/oauth/token. Where this site offers /mcp, applications that open this page, such as claude.ai, can use its "
         "public tools without a login; enter no OAuth client there"),
     Operations::none},
    {RequestFault::unsupported_media_type, "unsupported_media_type",
     problem(415, "unsupported_media_type",
             "Content-Type must be application/x-www-form-urlencoded or application/json",
             "Accept: application/x-www-form-urlencoded, application/json\r\n"),
     Operations::token},
    {RequestFault::not_json_type, "not_json_type",
     problem(415, "unsupported_media_type", "Content-Type must be application/json", "Accept: application/json\r\n"),
     Operations::registration},
    {RequestFault::content_encoding, "content_encoding",
     problem(415, "unsupported_media_type", "Content codings of request bodies are not supported"),
     Operations::registration_and_token},
    {RequestFault::malformed_form, "malformed_form", bad_request("The request body is not a well-formed form in UTF-8"),
     Operations::token},
    {RequestFault::malformed_json, "malformed_json",
     bad_request("The request body is not a well-formed JSON object in UTF-8 without a byte order mark"),
     Operations::registration_and_token},
    {RequestFault::duplicate_parameter, "duplicate_parameter", bad_request("A parameter occurs more than once"),
     Operations::registration_and_token},
    {RequestFault::wrong_type, "wrong_type", bad_request("grant_type, client_id and client_secret must be strings"),
     Operations::token},
    {RequestFault::unsupported_authorization, "unsupported_authorization",
     bad_request("The Authorization header must be a single Basic credential here"), Operations::token},
    {RequestFault::malformed_basic, "malformed_basic", bad_request("The Basic credential is malformed"),
     Operations::token},
    {RequestFault::mixed_authentication, "mixed_authentication",
     bad_request("Use one method of client authentication, not two"), Operations::token},
    {RequestFault::rate_limited, "rate_limited",
     problem(429, "rate_limited", "Too many requests; wait for the seconds in Retry-After"), Operations::any},
    {RequestFault::malformed_gate_question, "malformed_gate_question",
     bad_request("A question about a gate needs one X-Forwarded-Method and one X-Forwarded-Uri"),
     Operations::forward_auth},
    {RequestFault::ambiguous_path, "ambiguous_path",
     bad_request("The path could be read in two ways; write it without empty or dot segments, semicolons, backslashes "
                 "and needless percent-encoding"),
     Operations::gates},
    {RequestFault::ungated_path, "ungated_path", problem(403, "access_denied", "No token opens this path"),
     Operations::forward_auth},
});

constexpr std::array kTokenFaults = std::to_array<FaultRow<TokenFault>>({
    {TokenFault::missing_grant_type, "missing_grant_type", bad_request("grant_type is missing"), Operations::token},
    {TokenFault::unsupported_grant_type, "unsupported_grant_type",
     problem(400, "unsupported_grant_type", "grant_type must be client_credentials"), Operations::token},
    {TokenFault::missing_client_id, "missing_client_id", bad_request("client_id is missing"), Operations::token},
    {TokenFault::missing_client_secret, "missing_client_secret", bad_request("client_secret is missing"),
     Operations::token},
    {TokenFault::invalid_client, "invalid_client",
     problem(401, "invalid_client", "The client credentials are not valid; register again if the secret was lost"),
     Operations::token},
    {TokenFault::padded_secret, "padded_secret",
     problem(401, "invalid_client",
             "The client credentials are not valid: client_secret begins or ends with a line break or a space"),
     Operations::token},
    {TokenFault::invalid_scope, "invalid_scope",
     problem(400, "invalid_scope",
             "scope names a scope that does not exist here; scopes_supported in the metadata lists them"),
     Operations::token_with_scopes},
    {TokenFault::unavailable, "unavailable", kUnavailable, Operations::token},
});

constexpr std::array kRegistrationFaults = std::to_array<FaultRow<RegistrationFault>>({
    {RegistrationFault::invalid_client_name, "invalid_client_name",
     problem(400, "invalid_client_metadata",
             "client_name must be a string of 1 to 200 characters without control characters"),
     Operations::registration},
    {RegistrationFault::unavailable, "unavailable", kUnavailable, Operations::registration},
});

constexpr std::array kBearerFaults = std::to_array<FaultRow<BearerFault>>({
    {BearerFault::missing_token, "missing_token", bad_token("The access token is missing"), Operations::profile},
    {BearerFault::not_bearer, "not_bearer", bad_token("The Authorization header must be a single Bearer token"),
     Operations::profile},
    {BearerFault::malformed_token, "malformed_token", bad_token("The access token is invalid"), Operations::profile},
    {BearerFault::invalid_signature, "invalid_signature", bad_token("The access token is invalid"),
     Operations::profile},
    {BearerFault::invalid_claims, "invalid_claims", bad_token("The access token is invalid"), Operations::profile},
    {BearerFault::lives_too_long, "lives_too_long", bad_token("The access token is invalid"), Operations::profile},
    {BearerFault::expired, "expired", bad_token("The access token has expired"), Operations::profile},
    {BearerFault::wrong_audience, "wrong_audience", bad_token("The access token is meant for another audience"),
     Operations::profile},
    {BearerFault::insufficient_scope, "insufficient_scope",
     problem(403, "insufficient_scope", "The access token lacks the scope read:extended"), Operations::profile},
    {BearerFault::unavailable, "unavailable", kUnavailable, Operations::profile},
});

static_assert(base::is_complete(kRequestFaults, &FaultRow<RequestFault>::fault),
              "a fault has no row here, or its row is out of order");
static_assert(base::is_complete(kTokenFaults, &FaultRow<TokenFault>::fault),
              "a fault has no row here, or its row is out of order");
static_assert(base::is_complete(kRegistrationFaults, &FaultRow<RegistrationFault>::fault),
              "a fault has no row here, or its row is out of order");
static_assert(base::is_complete(kBearerFaults, &FaultRow<BearerFault>::fault),
              "a fault has no row here, or its row is out of order");

// --- Access to the rows ---

constexpr std::string_view kBeforeScope = "\", scope=\"";

/// The row of a fault. A value that is not an enumerator fails the assertion of the array.
template <class Row, std::size_t Count, class Fault>
const Row& row_of(const std::array<Row, Count>& rows, Fault fault) noexcept {
  return rows[static_cast<std::size_t>(fault)];
}

}  // namespace

template <>
std::span<const FaultRow<RequestFault>> fault_rows() noexcept {
  return kRequestFaults;
}
template <>
std::span<const FaultRow<TokenFault>> fault_rows() noexcept {
  return kTokenFaults;
}
template <>
std::span<const FaultRow<RegistrationFault>> fault_rows() noexcept {
  return kRegistrationFaults;
}
template <>
std::span<const FaultRow<BearerFault>> fault_rows() noexcept {
  return kBearerFaults;
}

Problem problem_of(RequestFault fault) noexcept { return row_of(kRequestFaults, fault).problem; }
Problem problem_of(TokenFault fault) noexcept { return row_of(kTokenFaults, fault).problem; }
Problem problem_of(RegistrationFault fault) noexcept { return row_of(kRegistrationFaults, fault).problem; }
Problem problem_of(BearerFault fault) noexcept { return row_of(kBearerFaults, fault).problem; }

Problem problem_of(mcp::McpFault fault) noexcept {
  const mcp::McpProblem& problem = mcp::mcp_problem_of(fault);
  return {problem.status, mcp::kMcpError, problem.description};
}

std::string_view name_of(RequestFault fault) noexcept { return row_of(kRequestFaults, fault).name; }
std::string_view name_of(TokenFault fault) noexcept { return row_of(kTokenFaults, fault).name; }
std::string_view name_of(RegistrationFault fault) noexcept { return row_of(kRegistrationFaults, fault).name; }
std::string_view name_of(BearerFault fault) noexcept { return row_of(kBearerFaults, fault).name; }
std::string_view name_of(mcp::McpFault fault) noexcept { return mcp::mcp_problem_of(fault).name; }

std::string mcp_challenge(const Problem& problem, std::string_view base_url, std::string_view scope) {
  std::string challenge;
  http::append(challenge, "Bearer error=\"", problem.error, "\", error_description=\"", problem.description,
               "\", resource_metadata=\"", base_url, documents::kMcpResourcePath, kBeforeScope, scope, "\"");
  return challenge;
}

std::string token_remedy(std::string_view base_url, std::string_view scope) {
  std::string text;
  http::append(text, "; register with POST ", base_url, documents::kRegisterPath, ", then request a token with POST ",
               base_url, documents::kTokenPath, " and grant_type=client_credentials",
               scope.empty() ? std::string_view() : " and the scope ", scope, "; details: ", base_url,
               documents::kAuthMdPath);
  return text;
}

void append_bearer_challenge(const Problem& problem, const Challenge& challenge, std::string& fields) {
  http::append(fields, "WWW-Authenticate: Bearer error=\"", problem.error, "\", error_description=\"",
               problem.description, challenge.remedy, "\", resource_metadata=\"", challenge.base_url,
               documents::kProtectedResourcePath, challenge.resource_path);
  // RFC 6750 section 3: insufficient_scope names the scope. A client that asks for a resource of the owner learns it at
  // once, because a token without a requested scope is one for the profile.
  const bool names_scope = problem.status == 403 || !challenge.resource_path.empty();
  if (names_scope) http::append(fields, kBeforeScope, challenge.scope);
  fields.append("\"\r\n");
}

namespace {

using documents::ErrorAnswer;
using documents::ErrorAnswers;

template <class Fault>
void append_faults(ErrorAnswers& answers) {
  for (const auto& row : fault_rows<Fault>()) {
    const ErrorAnswer answer = {row.problem.status, row.problem.error, row.problem.description};
    switch (row.operations) {
      case Operations::any:
        answers.any.push_back(answer);
        break;
      case Operations::registration_and_token:
        answers.registration.push_back(answer);
        answers.token.push_back(answer);
        break;
      case Operations::registration:
        answers.registration.push_back(answer);
        break;
      case Operations::token:
        answers.token.push_back(answer);
        break;
      case Operations::token_with_scopes:
        answers.scopes.push_back(answer);
        break;
      case Operations::gates:
        answers.gate_paths.push_back(answer);
        break;
      case Operations::profile:
        answers.profile.push_back(answer);
        break;
      case Operations::forward_auth:
      case Operations::none:
        break;
    }
  }
}

}  // namespace

ErrorAnswers error_answers() {
  ErrorAnswers answers;
  append_faults<oauth::RegistrationFault>(answers);
  append_faults<oauth::TokenFault>(answers);
  append_faults<oauth::BearerFault>(answers);
  append_faults<RequestFault>(answers);
  // Of every operation: a GET may have a body, too.
  for (const auto& row : http::request_errors()) {
    answers.any.push_back({row.problem.status, row.problem.error, row.problem.description});
  }
  return answers;
}

}  // namespace agent_access::service
