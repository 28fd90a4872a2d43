#include "service/endpoints.hpp"

#include <array>
#include <chrono>
#include <optional>

#include "base/bytes.hpp"
#include "base/json_text.hpp"
#include "base/uuid.hpp"
#include "discovery/negotiation.hpp"
#include "http/conditional.hpp"
#include "http/cors.hpp"
#include "http/json_body.hpp"
#include "http/media_type.hpp"
#include "jose/jwt.hpp"
#include "service/fault_table.hpp"
#include "service/token_request.hpp"

namespace agent_access::service {

namespace {

// RFC 6749 section 5.1 demands Pragma beside Cache-Control.
constexpr std::string_view kPragmaField = "Pragma: no-cache\r\n";
constexpr std::string_view kCredentialFields =
    http::joined<http::kJsonField, http::kNoStoreFields, kPragmaField, http::kCorsFields>;
constexpr std::string_view kProfileFields = http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;

constexpr std::string_view kNote =
    "Nothing is stored. Keep client_id and client_secret together; if client_id is lost, register again.";

// --- registration ---

/// What the request may decide.
struct RegistrationRequest {
  std::optional<std::string> client_name;
  std::string_view authentication_method = "client_secret_post";
};

/// The request, or nothing when it was refused.
std::optional<RegistrationRequest> read_registration(const http::Request& request, http::Response& response) {
  const auto refused = [&response](auto fault) {
    refuse(fault, response);
    return std::nullopt;
  };
  RegistrationRequest registration;
  if (request.body.empty()) return registration;
  if (request.count("Content-Encoding") > 0) return refused(RequestFault::content_encoding);
  if (request.count("Content-Type") != 1 || !http::is_media_type(request.field("Content-Type"), "application/json")) {
    return refused(RequestFault::unsupported_media_type);
  }
  std::array<http::JsonMember, 2> members = {{{"client_name"}, {"token_endpoint_auth_method"}}};
  const auto read = http::read_json_object(request.body, members);
  if (!read) return refused(request_fault_of(read.error()));
  if (members[0].kind != http::MemberKind::absent) {
    if (members[0].kind != http::MemberKind::string || !oauth::is_valid_client_name(members[0].text)) {
      return refused(oauth::RegistrationFault::invalid_client_name);
    }
    registration.client_name = std::move(members[0].text);
  }
  if (members[1].text == "client_secret_basic") registration.authentication_method = "client_secret_basic";
  return registration;
}

void write_registration(const oauth::RegisteredClient& client, const RegistrationRequest& request,
                        std::string_view base_url, oauth::Seconds now, std::string& body) {
  const std::string grant_types = "[\"" + std::string(oauth::kGrantType) + "\"]";
  body.append(R"({"client_id":")").append(base::to_text(client.client_id));
  body.append(R"(","client_secret":")").append(client.client_secret);
  body.append(R"(","client_id_issued_at":)").append(std::to_string(now.time_since_epoch().count()));
  body.append(R"(,"client_secret_expires_at":0,"client_name":)");
  if (request.client_name) {
    base::append_json_string(body, *request.client_name);
  } else {
    body.append("null");
  }
  body.append(R"(,"redirect_uris":[],"grant_types":)").append(grant_types);
  body.append(R"(,"response_types":[],"token_endpoint_auth_method":")").append(request.authentication_method);
  body.append(R"(","token_endpoint":")").append(base_url).append("/oauth/token");
  body.append(R"(","grant_types_supported":)").append(grant_types);
  body.append(R"(,"scope":")").append(oauth::kScope);
  body.append(R"(","note":")").append(kNote).append("\"}");
}

// --- profile ---

/// 2026-01-31T23:59:59Z, RFC 3339.
void append_time(oauth::Seconds time, std::string& out) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock_time(time - day);
  const auto append_number = [&out](auto value, std::size_t width) {
    const std::string digits = std::to_string(value);
    out.append(width - std::min(width, digits.size()), '0').append(digits);
  };
  append_number(static_cast<int>(date.year()), 4);
  out.push_back('-');
  append_number(static_cast<unsigned>(date.month()), 2);
  out.push_back('-');
  append_number(static_cast<unsigned>(date.day()), 2);
  out.push_back('T');
  append_number(clock_time.hours().count(), 2);
  out.push_back(':');
  append_number(clock_time.minutes().count(), 2);
  out.push_back(':');
  append_number(clock_time.seconds().count(), 2);
  out.push_back('Z');
}

/// The grant behind a token: remembered by the digest of all its bytes, else verified and then remembered.
base::Result<oauth::AccessGrant, oauth::BearerFault> authorize_token(Call& call, std::string_view token,
                                                                     http::Trace& trace) {
  const oauth::Seconds now = call.clock.now();
  WorkerContext& context = call.context;
  std::optional<crypto::Digest> digest;
  if (token.size() <= jose::kMaxTokenSize) {
    if (auto hashed = context.hasher.digest(base::bytes_of(token))) digest = *hashed;
  }
  const auto known = digest ? call.known_tokens.find(*digest, context.snapshot->number) : std::nullopt;
  // What expires later than a token issued now was issued in the future, or by the owner's own key for longer: verified
  // each time, so that a clock that was set back judges it anew.
  if (known && known->expires_at <= now + oauth::kTokenLifetime + oauth::kClockSkew) {
    trace.token_id = base::to_text(known->token_id);
    return oauth::BearerVerifier::recall(known->client_id, known->expires_at, now);
  }
  auto verified = context.verifier.verify(token, now);
  if (!verified) return base::Failure(verified.error());
  const oauth::AccessGrant& grant = verified->grant;
  const auto token_id = base::parse_uuid(verified->trace.token_id);
  if (digest && token_id) {
    call.known_tokens.remember(*digest, context.snapshot->number, {grant.client_id(), *token_id, grant.expires_at()},
                               now);
  }
  trace.key_id = std::move(verified->trace.key_id);
  trace.token_id = std::move(verified->trace.token_id);
  return grant;
}

base::Result<oauth::AccessGrant, oauth::BearerFault> authorize(Call& call, http::Trace& trace) {
  const std::size_t headers = call.request.count("Authorization");
  if (headers == 0) return base::Failure(oauth::BearerFault::missing_token);
  if (headers > 1) return base::Failure(oauth::BearerFault::not_bearer);
  const auto token = oauth::parse_bearer(call.request.field("Authorization"));
  if (!token) return base::Failure(token.error());
  return authorize_token(call, *token, trace);
}

}  // namespace

void answer_registration(Call& call, http::Response& response) {
  response.trace.route = "register";
  const auto request = read_registration(call.request, response);
  if (!request) return;
  const auto client = call.context.clients.register_client(call.random);
  if (!client) return refuse(client.error(), response);
  response.status = 201;
  response.constant_fields = kCredentialFields;
  write_registration(*client, *request, call.base_url(), call.clock.now(), response.body);
  response.trace.client_id = base::to_text(client->client_id);
  response.trace.registrations = 1;
}

void answer_token(Call& call, http::Response& response) {
  response.trace.route = "token";
  const auto received = read_token_request(call.request);
  if (!received) return refuse(received.error(), response);
  WorkerContext& context = call.context;
  const oauth::Seconds now = call.clock.now();
  const auto issued = oauth::issue_token({received->grant_type, received->client_id, received->client_secret},
                                         call.host, now, context.clients, context.issuer, call.random);
  if (!issued) {
    refuse(issued.error(), response);
    if (response.status == 401 && received->authentication == ClientAuthentication::basic) {
      response.fields.append(kBasicChallenge);
    }
    return;
  }
  response.constant_fields = kCredentialFields;
  response.body.append(R"({"access_token":")").append(issued->access_token);
  response.body.append(R"(","token_type":"Bearer","expires_in":)")
      .append(std::to_string(oauth::kTokenLifetime.count()));
  response.body.append(R"(,"scope":")").append(oauth::kScope).append("\"}");
  response.trace.client_id = base::to_text(issued->client_id);
  response.trace.token_id = base::to_text(issued->token_id);
  response.trace.key_id = issued->key_id;
  response.trace.tokens_issued = 1;
  if (const auto digest = context.hasher.digest(base::bytes_of(issued->access_token))) {
    call.known_tokens.remember(*digest, context.snapshot->number,
                               {issued->client_id, issued->token_id, issued->expires_at}, now);
  }
}

void answer_authorization(Call&, http::Response& response) {
  response.trace.route = "authorize";
  refuse(RequestFault::authorization_endpoint, response);
}

void answer_profile(Call& call, http::Response& response) {
  response.trace.route = "profile";
  const auto grant = authorize(call, response.trace);
  if (!grant) {
    refuse(grant.error(), response);
    return append_bearer_challenge(grant.error(), call.base_url(), response.fields);
  }
  const std::string client_id = base::to_text(grant->client_id());
  response.constant_fields = kProfileFields;
  response.keep_alive = call.context.hold;
  response.constant_body = call.context.snapshot->profile.prefix;
  response.body.append(R"("_meta":{"issued_to":")").append(client_id);
  response.body.append(R"(","scope":")").append(oauth::kScope).append(R"(","expires_at":")");
  append_time(grant->expires_at(), response.body);
  response.body.append("\"}}");
  response.trace.client_id = client_id;
}

void answer_document(Call& call, const discovery::Document& document, http::Response& response) {
  const auto& form = discovery::choose_form(document, call.request.field("Accept"));
  const auto& chosen = discovery::negotiate(form, call.request.field("Accept-Encoding"));
  response.keep_alive = call.context.hold;
  if (!chosen.etag.empty() && http::is_not_modified(call.request, chosen.etag)) {
    response.status = 304;
    response.constant_fields = chosen.not_modified_fields;
    return;
  }
  response.constant_fields = chosen.fields;
  response.constant_body = chosen.body;
}

}  // namespace agent_access::service
