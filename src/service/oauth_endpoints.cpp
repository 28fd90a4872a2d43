#include "service/oauth_endpoints.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "base/uuid.hpp"
#include "http/append.hpp"
#include "http/body.hpp"
#include "http/fields.hpp"
#include "json/json_text.hpp"

namespace agent_access::service {

namespace {

// RFC 6749 section 5.1 requires Pragma beside Cache-Control.
constexpr std::string_view kPragmaField = "Pragma: no-cache\r\n";
constexpr std::string_view kCredentialFields =
    http::joined<http::kJsonField, http::kNoStoreFields, kPragmaField, http::kCorsFields>;

RequestFault fault_of(http::FormFault fault) noexcept {
  return fault == http::FormFault::duplicate_name ? RequestFault::duplicate_parameter : RequestFault::malformed_form;
}
RequestFault fault_of(http::JsonFault fault) noexcept {
  return fault == http::JsonFault::duplicate_name ? RequestFault::duplicate_parameter : RequestFault::malformed_json;
}

// --- Registration ---

/// The members of the request that are used.
struct RegistrationRequest {
  std::optional<std::string> client_name;
  std::string_view authentication_method = "client_secret_post";
};

/// The request, or nothing if it was refused.
std::optional<RegistrationRequest> read_registration(const http::Request& request, http::Response& response) {
  const auto refused = [&response](auto fault) {
    refuse(fault, response);
    return std::nullopt;
  };
  RegistrationRequest registration;
  if (request.body.empty()) return registration;
  if (request.count("Content-Encoding") > 0) return refused(RequestFault::content_encoding);
  const http::SingleField type = request.single("Content-Type");
  if (type.count != 1 || !http::is_media_type(type.value, "application/json")) {
    return refused(RequestFault::not_json_type);
  }
  std::array<http::JsonMember, 2> members = {{{"client_name"}, {"token_endpoint_auth_method"}}};
  const auto read = http::read_json_object(request.body, members);
  if (!read) return refused(fault_of(read.error()));
  if (members[0].kind != http::MemberKind::absent && members[0].kind != http::MemberKind::null) {
    if (members[0].kind != http::MemberKind::string || !oauth::is_valid_client_name(members[0].text)) {
      return refused(oauth::RegistrationFault::invalid_client_name);
    }
    registration.client_name = std::move(members[0].text);
  }
  if (members[1].text == "client_secret_basic") registration.authentication_method = "client_secret_basic";
  return registration;
}

void write_registration(const oauth::RegisteredClient& client, const RegistrationRequest& request,
                        std::string_view base_url, const oauth::Scopes& scopes, oauth::Seconds now,
                        http::Response& response) {
  std::string& body = response.body;
  http::append(body, R"({"client_id":")", base::UuidText(client.client_id).view(), R"(","client_secret":")",
               client.client_secret, R"(","client_id_issued_at":)", http::Decimal(now.time_since_epoch().count()),
               R"(,"client_secret_expires_at":0,"client_name":)");
  if (request.client_name) {
    json::append_json_string(body, *request.client_name);
  } else {
    body.append("null");
  }
  http::append(body, R"(,"redirect_uris":[],"grant_types":[")", oauth::kGrantType,
               R"("],"response_types":[],"token_endpoint_auth_method":")", request.authentication_method,
               R"(","token_endpoint":")", base_url, R"(/oauth/token","grant_types_supported":[")", oauth::kGrantType,
               R"("],"scope":")");
  scopes.append_text(scopes.all(), body);
  http::append(body, R"(","note":"Nothing is stored. Keep client_id and client_secret together; )"
                     R"(if client_id is lost, register again."})");
}

// --- Token request ---

/// Not a scope-token.
constexpr std::string_view kNoScope = "\\";

using Received = base::Result<ReceivedTokenRequest, RequestFault>;

Received read_form_request(std::string_view body) {
  auto fields = http::read_form(body);
  if (!fields) return base::Failure(fault_of(fields.error()));
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

Received read_json_request(std::string_view body) {
  std::array<http::JsonMember, 4> members = {{{"grant_type"}, {"client_id"}, {"client_secret"}, {"scope"}}};
  const auto read = http::read_json_object(body, members);
  if (!read) return base::Failure(fault_of(read.error()));
  const auto is_other = [](const http::JsonMember& member) {
    return member.kind == http::MemberKind::null || member.kind == http::MemberKind::other;
  };
  if (std::ranges::any_of(std::span(members).first(3), is_other)) return base::Failure(RequestFault::wrong_type);
  return ReceivedTokenRequest{std::move(members[0].text), std::move(members[1].text), std::move(members[2].text),
                              is_other(members[3]) ? std::string(kNoScope) : std::move(members[3].text)};
}

Received read_body(const http::Request& request) {
  if (request.count("Content-Encoding") > 0) return base::Failure(RequestFault::content_encoding);
  const http::SingleField type = request.single("Content-Type");
  if (type.count == 0 && request.body.empty()) return ReceivedTokenRequest{};
  if (type.count > 1) return base::Failure(RequestFault::unsupported_media_type);
  if (http::is_media_type(type.value, "application/x-www-form-urlencoded")) return read_form_request(request.body);
  if (http::is_media_type(type.value, "application/json")) return read_json_request(request.body);
  return base::Failure(RequestFault::unsupported_media_type);
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

Received with_basic(ReceivedTokenRequest received, const http::SingleField& authorization) {
  constexpr std::string_view kScheme = "Basic ";
  const std::string_view scheme = authorization.value.substr(0, kScheme.size());
  if (authorization.count > 1 || !http::equal_names(scheme, kScheme)) {
    return base::Failure(RequestFault::unsupported_authorization);
  }
  auto basic = decode_basic(authorization.value.substr(kScheme.size()));
  if (!basic) return base::Failure(RequestFault::malformed_basic);
  // The same client_id may also be in the body; a secret there is a second method (RFC 6749 section 2.3).
  const bool names_another = !received.client_id.empty() && !http::equal_names(received.client_id, basic->first);
  if (names_another || !received.client_secret.empty()) return base::Failure(RequestFault::mixed_authentication);
  received.client_id = std::move(basic->first);
  received.client_secret = std::move(basic->second);
  received.authentication = ClientAuthentication::basic;
  return received;
}

}  // namespace

void answer_registration(Call& call, http::Response& response) {
  const auto request = read_registration(call.request, response);
  if (!request) return;
  const auto client = call.context.clients.register_client(call.random);
  if (!client) return refuse(client.error(), response);
  response.status = 201;
  response.constant_fields = kCredentialFields;
  write_registration(*client, *request, call.base_url(), call.context.snapshot->scopes, call.clock.now(), response);
  call.outcome.client_id = client->client_id;
  if (request->client_name) call.outcome.caller.name.assign(*request->client_name);
}

Received read_token_request(const http::Request& request) {
  auto received = read_body(request);
  const http::SingleField authorization = request.single("Authorization");
  if (!received || authorization.count == 0) return received;
  return with_basic(std::move(*received), authorization);
}

void answer_token(Call& call, http::Response& response) {
  const auto received = read_token_request(call.request);
  if (!received) return refuse(received.error(), response);
  WorkerContext& context = call.context;
  const oauth::Seconds now = call.clock.now();
  const auto issued =
      oauth::issue_token({received->grant_type, received->client_id, received->client_secret, received->scope},
                         call.host, now, context.clients, context.issuer, call.random);
  if (!issued) {
    refuse(issued.error(), response);
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
