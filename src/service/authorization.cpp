#include "service/authorization.hpp"

#include <utility>

#include "base/text.hpp"
#include "base/utc_time.hpp"
#include "base/uuid.hpp"
#include "http/fields.hpp"
#include "http/form.hpp"
#include "oauth/jwt.hpp"
#include "service/fault_table.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::service {
namespace {

/// The grant of a token: from the verified token cache if its digest is there, else verified and then cached.
Grant authorize_token(Call& call, std::string_view token) {
  const oauth::Seconds now = call.clock.now();
  WorkerContext& context = call.context;
  if (token.size() > oauth::kMaxTokenSize) return base::Failure(oauth::bearer_fault(oauth::JwtFault::too_large));
  const auto digest = context.hasher.digest(base::bytes_of(token));
  if (!digest) return base::Failure(oauth::BearerFault::unavailable);
  const auto cached = call.verified_tokens.find(*digest, context.snapshot->key_set_number);
  // A token that expires later than one issued now was issued before the clock was set back: it is verified each time.
  if (cached && cached->expires_at <= now + oauth::kTokenLifetime + oauth::kClockSkew) {
    call.outcome.token_id = base::UuidText(cached->token_id).view();
    return oauth::BearerVerifier::recall(cached->client_id, cached->token_id, cached->scopes, cached->expires_at, now);
  }
  auto verified = context.verifier.verify(token, now);
  if (!verified) return base::Failure(verified.error());
  const oauth::AccessGrant& grant = verified->grant;
  if (grant.token_id()) {
    call.verified_tokens.insert(*digest, context.snapshot->key_set_number,
                                {grant.client_id(), *grant.token_id(), grant.scopes(), grant.expires_at()}, now);
  }
  call.outcome.key_id = verified->trace.key_id;
  call.outcome.token_id = std::move(verified->trace.token_id);
  return grant;
}

}  // namespace

Grant authenticate(Call& call) {
  const http::SingleField authorization = call.request.single("Authorization");
  if (authorization.count == 0) {
    const bool is_in_query = http::names_parameter(call.request.query, "access_token");
    return base::Failure(is_in_query ? oauth::BearerFault::token_in_query : oauth::BearerFault::missing_token);
  }
  if (authorization.count > 1) return base::Failure(oauth::BearerFault::not_bearer);
  const auto token = oauth::parse_bearer(authorization.value);
  if (!token) return base::Failure(token.error());
  return authorize_token(call, *token);
}

Grant with_scope(Grant grant, std::size_t scope) {
  if (grant && !grant->scopes().contains(scope)) return base::Failure(oauth::BearerFault::insufficient_scope);
  return grant;
}

Grant authorize(Call& call, std::size_t scope) { return with_scope(authenticate(call), scope); }

Description description_of(const Call& call, oauth::BearerFault fault, std::size_t scope) {
  const Snapshot& snapshot = *call.context.snapshot;
  if (fault == oauth::BearerFault::insufficient_scope) {
    return {"The access token lacks the scope ", snapshot.scopes.name(scope)};
  }
  const http::Fault& row = fault_of(fault);
  return {row.sentence, row.status == 401 ? snapshot.token_remedies[call.host][scope] : std::string_view()};
}

std::string token_remedy(std::string_view base_url, std::string_view scope) {
  std::string text;
  http::append(text, "; register with POST ", base_url, documents::kRegisterPath, ", then request a token with POST ",
               base_url, documents::kTokenPath, " and grant_type=client_credentials",
               scope.empty() ? std::string_view() : " and the scope ", scope, "; details: ", base_url,
               documents::kAuthMdPath);
  return text;
}

void append_challenge(const http::Fault& fault, const Description& description, const Challenge& challenge,
                      std::string& out) {
  http::append(out, "Bearer error=\"", fault.error, "\", error_description=\"", description.start, description.end,
               "\", resource_metadata=\"", challenge.base_url, challenge.metadata_path, challenge.resource_path, "\"");
  if (!challenge.scope.empty()) http::append(out, ", scope=\"", challenge.scope, "\"");
}

void refuse_token(const Call& call, oauth::BearerFault fault, std::string_view resource_path, std::size_t scope,
                  http::Response& response) {
  const http::Fault& row = fault_of(fault);
  const Description description = description_of(call, fault, scope);
  http::refuse(row, description.start, description.end, response);
  if (fault == oauth::BearerFault::unavailable) return;
  Challenge challenge = {
      .base_url = call.base_url(), .metadata_path = documents::kProtectedResourcePath, .resource_path = resource_path};
  // RFC 6750 section 3: insufficient_scope names the scope. A client that asks for a resource of the owner learns it at
  // once, because a token without a requested scope is one for the profile.
  const bool names_scope = row.status == 403 || !resource_path.empty();
  if (names_scope) challenge.scope = call.context.snapshot->scopes.name(scope);
  response.fields.append("WWW-Authenticate: ");
  append_challenge(row, description, challenge, response.fields);
  response.fields.append("\r\n");
}

void append_profile_end(const oauth::AccessGrant& grant, std::string& body) {
  http::append(body, R"("_meta":{"issued_to":")", base::UuidText(grant.client_id()).view(), R"(","scope":")",
               oauth::kScope, R"(","expires_at":")");
  body.append(base::UtcText(grant.expires_at()).view());
  body.append("\"}}");
}

}  // namespace agent_access::service
