#include "service/endpoints.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "base/bytes.hpp"
#include "base/uuid.hpp"
#include "http/append.hpp"
#include "http/conditional.hpp"
#include "http/cors.hpp"
#include "http/json_body.hpp"
#include "http/media_type.hpp"
#include "jose/jwt.hpp"
#include "json/json_text.hpp"
#include "publish/negotiation.hpp"
#include "service/authorization.hpp"
#include "service/token_request.hpp"

namespace agent_access::service {

namespace {

// RFC 6749 section 5.1 requires Pragma beside Cache-Control.
constexpr std::string_view kPragmaField = "Pragma: no-cache\r\n";
constexpr std::string_view kCredentialFields =
    http::joined<http::kJsonField, http::kNoStoreFields, kPragmaField, http::kCorsFields>;
constexpr std::string_view kProfileFields = http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;

// --- registration ---

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
  if (request.count("Content-Type") != 1 || !http::is_media_type(request.field("Content-Type"), "application/json")) {
    return refused(RequestFault::not_json_type);
  }
  std::array<http::JsonMember, 2> members = {{{"client_name"}, {"token_endpoint_auth_method"}}};
  const auto read = http::read_json_object(request.body, members);
  if (!read) return refused(request_fault_of(read.error()));
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
  call.outcome.ending = Success::client_registered;
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
  call.outcome.ending = Success::token_issued;
  if (digest) {
    call.verified_tokens.insert(*digest, context.snapshot->key_set_number,
                                {issued->client_id, issued->token_id, issued->scopes, issued->expires_at}, now);
  }
}

void answer_authorization(Call&, http::Response& response) { refuse(RequestFault::authorization_endpoint, response); }

void answer_profile(Call& call, http::Response& response) {
  const auto grant = authorize(call, oauth::kDefaultScope);
  if (!grant) return refuse_token(call, grant.error(), {}, oauth::kDefaultScope, response);
  call.outcome.client_id = grant->client_id();
  response.constant_fields = kProfileFields;
  response.body_owner = call.context.hold;
  response.constant_body = call.context.snapshot->profile.prefix;
  append_profile_end(*grant, response.body);
}

void answer_document(Call& call, const publish::Document& document, http::Response& response) {
  // Most documents have one form; Accept is read for the others only.
  const auto& form = document.markdown ? publish::choose_form(document, call.request.field("Accept")) : document;
  const auto& chosen = publish::negotiate(form, call.request.field("Accept-Encoding"));
  response.body_owner = call.context.hold;
  if (!chosen.etag.empty() && http::is_not_modified(call.request, chosen.etag)) {
    response.status = 304;
    response.constant_fields = chosen.not_modified_fields;
    return;
  }
  response.constant_fields = chosen.fields;
  response.constant_body = chosen.body;
}

}  // namespace agent_access::service
