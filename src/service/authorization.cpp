#include "service/authorization.hpp"

#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/utc_time.hpp"
#include "base/uuid.hpp"
#include "http/fields.hpp"
#include "oauth/jwt.hpp"

namespace agent_access::service {

namespace {

/// The grant of a token: from the verified token cache if its digest is there, else verified and then cached.
base::Result<oauth::AccessGrant, oauth::BearerFault> authorize_token(Call& call, std::string_view token) {
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

base::Result<oauth::AccessGrant, oauth::BearerFault> authorize(Call& call, std::size_t scope) {
  const http::SingleField authorization = call.request.single("Authorization");
  if (authorization.count == 0) return base::Failure(oauth::BearerFault::missing_token);
  if (authorization.count > 1) return base::Failure(oauth::BearerFault::not_bearer);
  const auto token = oauth::parse_bearer(authorization.value);
  if (!token) return base::Failure(token.error());
  auto grant = authorize_token(call, *token);
  if (grant && !grant->scopes().contains(scope)) return base::Failure(oauth::BearerFault::insufficient_scope);
  return grant;
}

http::Problem problem_of_token(oauth::BearerFault fault, std::string_view scope, std::string& text) {
  http::Problem problem = problem_of(fault);
  if (fault == oauth::BearerFault::insufficient_scope) {
    http::append(text, "The access token lacks the scope ", scope);
    problem.description = text;
  }
  return problem;
}

std::string_view remedy_of(const Call& call, const http::Problem& problem, std::size_t scope) {
  return problem.status == 401 ? call.context.snapshot->token_remedies[call.host][scope] : std::string_view();
}

void refuse_token(const Call& call, oauth::BearerFault fault, std::string_view resource_path, std::size_t scope,
                  http::Response& response) {
  const std::string_view name = call.context.snapshot->scopes.name(scope);
  std::string text;
  const http::Problem problem = problem_of_token(fault, name, text);
  const std::string_view remedy = remedy_of(call, problem, scope);
  http::write_problem(problem, response, remedy);
  call.outcome.ending = fault;
  if (fault == oauth::BearerFault::unavailable) return;
  append_bearer_challenge(
      problem, {.base_url = call.base_url(), .remedy = remedy, .resource_path = resource_path, .scope = name},
      response.fields);
}

void append_profile_end(const oauth::AccessGrant& grant, std::string& body) {
  http::append(body, R"("_meta":{"issued_to":")", base::UuidText(grant.client_id()).view(), R"(","scope":")",
               oauth::kScope, R"(","expires_at":")");
  body.append(base::UtcText(grant.expires_at()).view());
  body.append("\"}}");
}

}  // namespace agent_access::service
