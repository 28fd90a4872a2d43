#include "service/oauth_endpoints.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/protocol.hpp"
#include "base/text.hpp"
#include "base/uuid.hpp"
#include "http/form.hpp"
#include "json/json_text.hpp"
#include "json/local_memory.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "service/fault_table.hpp"

namespace agent_access::service {
namespace {

/// The challenge for a client whose HTTP Basic credentials failed (RFC 6749 section 5.2).
constexpr std::string_view kBasicChallenge = "WWW-Authenticate: Basic realm=\"agent-access\"\r\n";

const http::Fault& fault_of_body(http::FormFault reason) noexcept {
  return reason == http::FormFault::duplicate_name ? fault("duplicate_parameter") : fault("malformed_form");
}
const http::Fault& fault_of_body(const json::JsonError& reason) noexcept {
  return reason.fault == json::JsonFault::duplicate_name ? fault("duplicate_parameter") : fault("malformed_json");
}

// --- Registration ---

/// The members of the request that are used.
struct RegistrationRequest {
  std::optional<std::string> client_name;
  std::string_view authentication_method = "client_secret_post";
  bool is_of_rfc7591 = false;                     ///< it has a member that only RFC 7591 defines
  std::optional<std::string> redirect_uris = {};  ///< as JSON
};

/// The addresses as JSON, if they are a list of texts.
std::optional<std::string> redirect_uris_in(const boost::json::object& body) {
  const auto* const uris = json::array_at(body, "redirect_uris");
  const auto is_text = [](const boost::json::value& each) { return each.is_string(); };
  if (uris == nullptr || !std::ranges::all_of(*uris, is_text)) return std::nullopt;
  return boost::json::serialize(*uris);
}

/// The request, or nothing if it was refused.
std::optional<RegistrationRequest> read_registration(const http::Request& request, http::Response& response) {
  const auto refused = [&response](const http::Fault& reason) {
    refuse(reason, response);
    return std::nullopt;
  };
  RegistrationRequest registration;
  if (request.body.empty()) return registration;
  if (http::has_content_coding(request)) return refused(fault("content_encoding"));
  const auto type = request.single("Content-Type").without_repeats();
  if (!type || !http::is_media_type(*type, "application/json")) {
    return refused(fault("not_json_type"));
  }
  json::LocalMemory memory;
  const auto body = json::read_object(request.body, json::kForeignJson, &memory);
  if (!body) return refused(fault_of_body(body.error()));
  if (const auto* const name = body->if_contains("client_name"); name != nullptr && !name->is_null()) {
    registration.client_name = json::as_text(name);
    if (!registration.client_name || !oauth::is_valid_client_name(*registration.client_name)) {
      return refused(fault_of(oauth::RegistrationFault::invalid_client_name));
    }
  }
  const auto is_sent = [&body](std::string_view name) { return body->contains(name); };
  registration.is_of_rfc7591 = std::ranges::any_of(protocol::kRfc7591Members, is_sent);
  registration.redirect_uris = redirect_uris_in(*body);
  if (json::text_at(*body, "token_endpoint_auth_method") == "client_secret_basic") {
    registration.authentication_method = "client_secret_basic";
  }
  return registration;
}

void write_registration(const oauth::RegisteredClient& client, const RegistrationRequest& request,
                        std::string_view base_url, const oauth::Scopes& scopes, oauth::Seconds now,
                        http::Response& response) {
  std::string& body = response.body;
  http::append(body, R"({"client_id":")", base::UuidText(client.client_id).view(), R"(","client_secret":")",
               client.client_secret, R"(","client_id_issued_at":)", http::Decimal(now.time_since_epoch().count()),
               R"(,"client_secret_expires_at":0)");
  // Registration clients refuse null for what they did not send; the specification has it for its own request.
  if (request.client_name || !request.is_of_rfc7591) body.append(R"(,"client_name":)");
  if (request.client_name) {
    json::append_json_string(body, *request.client_name);
  } else if (!request.is_of_rfc7591) {
    body.append("null");
  }
  if (request.redirect_uris) {
    http::append(body, R"(,"redirect_uris":)", *request.redirect_uris);
  } else if (!request.is_of_rfc7591) {
    body.append(R"(,"redirect_uris":[])");
  }
  http::append(body, R"(,"grant_types":[")", oauth::kGrantType,
               R"("],"response_types":[],"token_endpoint_auth_method":")", request.authentication_method,
               R"(","token_endpoint":")", base_url, protocol::kTokenPath, R"(","grant_types_supported":[")",
               oauth::kGrantType, R"("],"scope":")");
  scopes.append_text(scopes.all(), body);
  body.append(R"(","note":")");
  append_registration_note(base_url, body);
  body.append(R"("})");
}

// --- Token request ---

/// A text that cannot be a scope, because the grammar has no backslash in one.
constexpr std::string_view kNoScope = "\\";

using Received = base::Result<ReceivedTokenRequest, const http::Fault*>;

base::Failure<const http::Fault*> failure(const http::Fault& fault) noexcept { return base::Failure(&fault); }

Received read_form_request(std::string_view body) {
  auto fields = http::read_form(body, protocol::kIgnoredParameters);
  if (!fields) return failure(fault_of_body(fields.error()));
  ReceivedTokenRequest received;
  for (http::FormField& field : *fields) {
    if (field.name == "grant_type")
      received.grant_type = std::move(field.value);
    else if (field.name == "client_id")
      received.client_id = std::move(field.value);
    else if (field.name == "client_secret")
      received.client_secret = std::move(field.value);
    else if (field.name == "scope")
      received.scope = std::move(field.value);
  }
  return received;
}

/// A parameter as a text; null is an absent one. Nothing for any other value.
std::optional<std::string> parameter_in(const boost::json::object& body, std::string_view name) {
  const auto* const value = body.if_contains(name);
  if (value == nullptr || value->is_null()) return "";
  return std::optional<std::string>(json::as_text(value));
}

Received read_json_request(std::string_view text) {
  json::LocalMemory memory;
  const auto body = json::read_object(text, json::kForeignJson, &memory);
  if (!body) return failure(fault_of_body(body.error()));
  auto grant_type = parameter_in(*body, "grant_type");
  auto client_id = parameter_in(*body, "client_id");
  auto client_secret = parameter_in(*body, "client_secret");
  if (!grant_type || !client_id || !client_secret) return failure(fault("wrong_type"));
  return ReceivedTokenRequest{std::move(*grant_type), std::move(*client_id), std::move(*client_secret),
                              parameter_in(*body, "scope").value_or(std::string(kNoScope))};
}

Received read_body(const http::Request& request) {
  if (http::has_content_coding(request)) return failure(fault("content_encoding"));
  const auto sent = request.single("Content-Type").without_repeats();
  if (!sent && request.body.empty()) return ReceivedTokenRequest{};
  const std::string_view type = sent.value_or("");
  if (http::is_media_type(type, protocol::kFormType)) return read_form_request(request.body);
  if (http::is_media_type(type, "application/json")) return read_json_request(request.body);
  return failure(fault("unsupported_media_type"));
}

/// RFC 6749 section 2.3.1: id and secret are form-encoded, then joined by a colon (RFC 7617). The id contains no colon.
std::optional<std::pair<std::string, std::string>> decode_basic(std::string_view credentials) {
  const auto decoded = base::base64_decode(credentials);
  const std::string_view joined = decoded ? base::text_of(*decoded) : std::string_view();
  const auto colon = joined.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto id = http::decode_component(joined.substr(0, colon));
  auto secret = http::decode_component(joined.substr(colon + 1));
  if (!id || !secret) return std::nullopt;
  return std::pair(std::move(*id), std::move(*secret));
}

/// Scheme and credentials of an Authorization field: "scheme 1*SP credentials" (RFC 9110 section 11.4).
std::pair<std::string_view, std::string_view> parts_of(std::string_view authorization) noexcept {
  const std::size_t end = std::min(authorization.find(' '), authorization.size());
  const std::size_t begin = std::min(authorization.find_first_not_of(' ', end), authorization.size());
  return {authorization.substr(0, end), authorization.substr(begin)};
}

/// Whether the field counts as absent: clients with an old token also send it here.
bool is_ignored(const http::SingleField& authorization, const ReceivedTokenRequest& received) noexcept {
  const std::string_view scheme = parts_of(authorization.value).first;
  return authorization.count == 1 && !received.client_id.empty() && !received.client_secret.empty() &&
         (scheme.empty() || http::equal_names(scheme, "Bearer"));
}

Received with_basic(ReceivedTokenRequest received, const http::SingleField& authorization) {
  const auto [scheme, credentials] = parts_of(authorization.value);
  if (authorization.count > 1 || credentials.empty() || !http::equal_names(scheme, "Basic")) {
    return failure(fault("unsupported_authorization"));
  }
  auto basic = decode_basic(credentials);
  if (!basic) return failure(fault("malformed_basic"));
  // The same client_id may also be in the body; a secret there is a second method (RFC 6749 section 2.3).
  const bool names_another = !received.client_id.empty() && !http::equal_names(received.client_id, basic->first);
  if (names_another || !received.client_secret.empty()) return failure(fault("mixed_authentication"));
  received.client_id = std::move(basic->first);
  received.client_secret = std::move(basic->second);
  received.authentication = ClientAuthentication::basic;
  return received;
}

/// The first character of a body behind white space; a blank if there is none.
char first_of(std::string_view body) noexcept {
  const std::size_t at = body.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? ' ' : body[at];
}

/// What usually leads to a refusal of the form of a token request, so that its text says it. Read only after one.
const http::Fault& explained(const http::Fault& reason, const http::Request& request) noexcept {
  const bool is_malformed_json = &reason == &fault("malformed_json");
  const bool misses_one = &reason == &fault("missing_grant_type") || &reason == &fault("missing_client_id") ||
                          &reason == &fault("missing_client_secret");
  const auto is_in_query = [&](std::string_view name) { return http::names_parameter(request.query, name); };
  if ((misses_one || (is_malformed_json && request.body.empty())) &&
      std::ranges::any_of(protocol::kRequiredParameters, is_in_query)) {
    return fault("parameters_in_query");
  }
  const char first = first_of(request.body);
  if (is_malformed_json) return first != '{' && request.body.contains('=') ? fault("form_as_json") : reason;
  const bool is_of_form = misses_one || &reason == &fault("malformed_form") || &reason == &fault("duplicate_parameter");
  const std::string_view type = request.single("Content-Type").without_repeats().value_or("");
  return is_of_form && first == '{' && http::is_media_type(type, protocol::kFormType) ? fault("json_as_form") : reason;
}

/// The same of a secret that was read from a file. It is looked at only after the comparison.
oauth::TokenFault explained(oauth::TokenFault fault, std::string_view client_secret) noexcept {
  const bool is_padded = base::trim_white_space(client_secret).size() != client_secret.size();
  return is_padded && fault == oauth::TokenFault::invalid_client ? oauth::TokenFault::padded_secret : fault;
}

}  // namespace

void append_registration_note(std::string_view base_url, std::string& out) {
  http::append(
      out,
      "The server keeps no list of clients. Keep client_id and client_secret together; if client_id is lost, register "
      "again. Next: POST grant_type=client_credentials, client_id and client_secret to ",
      base_url, protocol::kTokenPath, "; then GET ", base_url, oauth::kProfilePath,
      " with the header Authorization: Bearer and the access_token.");
}

void answer_registration(Call& call, http::Response& response) {
  const auto request = read_registration(call.request, response);
  if (!request) return;
  const auto client = call.context.clients.register_client(call.random);
  if (!client) return refuse(fault_of(client.error()), response);
  response.status = 201;
  response.constant_fields = kCredentialFields;
  write_registration(*client, *request, call.base_url(), call.context.snapshot->scopes, call.clock.now(), response);
  call.outcome.client_id = client->client_id;
  if (request->client_name) call.outcome.caller.name.assign(*request->client_name);
}

Received read_token_request(const http::Request& request) {
  auto received = read_body(request);
  const http::SingleField authorization = request.single("Authorization");
  if (!received || authorization.count == 0 || is_ignored(authorization, *received)) return received;
  return with_basic(std::move(*received), authorization);
}

void answer_token(Call& call, http::Response& response) {
  const auto received = read_token_request(call.request);
  if (!received) return refuse(explained(*received.error(), call.request), response);
  WorkerContext& context = call.context;
  const oauth::Seconds now = call.clock.now();
  const auto issued =
      oauth::issue_token({received->grant_type, received->client_id, received->client_secret, received->scope},
                         call.host, now, context.clients, context.issuer, call.random);
  if (!issued) {
    refuse(explained(fault_of(explained(issued.error(), received->client_secret)), call.request), response);
    if (response.status == 401 && received->authentication == ClientAuthentication::basic) {
      response.fields.append(kBasicChallenge);
    }
    return;
  }
  const auto digest = context.hasher.digest(base::bytes_of(issued->access_token));
  if (digest) call.verified_tokens.prefetch(*digest);
  response.constant_fields = kCredentialFields;
  http::append(response.body, R"({"access_token":")", issued->access_token, R"(","token_type":"Bearer","expires_in":)",
               http::Decimal(oauth::kTokenLifetime.count()), R"(,"scope":")");
  context.snapshot->scopes.append_text(issued->scopes, response.body);
  response.body.append("\"}");
  call.outcome.client_id = issued->client_id;
  call.outcome.token_id = base::UuidText(issued->token_id).view();
  call.outcome.key_id = issued->key_id;
  call.outcome.used_previous_master = issued->used_previous_master;
  if (digest) {
    call.verified_tokens.insert(*digest, context.snapshot->key_set_number,
                                {issued->client_id, issued->token_id, issued->scopes, issued->expires_at}, now);
  }
}

}  // namespace agent_access::service
