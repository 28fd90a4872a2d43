#include <algorithm>
#include <boost/json/serialize.hpp>

#include "base/utc_time.hpp"
#include "jose/jwk.hpp"
#include "jose/jwt.hpp"
#include "oauth/types.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kJson = "application/json";

Verdict check_registration(const client::ClientResponse& response, Facts& facts) {
  const auto body = json_body(response);
  if (response.status != 201 || !body) return unexpected(response, "201 and JSON", "pass POST requests to the service");
  const auto id = text_at(*body, "client_id");
  const auto secret = text_at(*body, "client_secret");
  auto wrong =
      unmet_in("registration",
               {{!id.empty() && !secret.empty(), "client_id and client_secret"},
                {text_at(*body, "client_name") == kClientName, "the client_name sent"},
                {text_at(*body, "token_endpoint") == facts.token_endpoint, "the token_endpoint of the metadata"},
                // All scopes of the service, this one first.
                {(text_at(*body, "scope") + " ").starts_with(std::string(oauth::kScope) + " "), "scope read:extended"},
                {lists(*body, "grant_types_supported", oauth::kGrantType), "client_credentials among the grant types"},
                // RFC 7591 section 3.2.1 requires it with a secret; registration clients refuse a response without it.
                {json::integer_at(*body, "client_secret_expires_at").has_value(), "client_secret_expires_at"}});
  if (wrong) return wrong;
  facts.client_id = id;
  facts.client_secret = secret;
  return check_not_stored(response);
}

void register_client(TestRun& run) {
  run.step("Register a client", {run.facts.registration_endpoint}, registration_request(run),
           [&](const auto& response) { return check_registration(response, run.facts); });
}

Verdict check_token_answer(const client::ClientResponse& response, std::string& token) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) {
    return unexpected(response, "200 and a token",
                      "all replicas must hold the same secret; compare keys --config FILE");
  }
  const bool has_lifetime = json::integer_at(*body, "expires_in") == oauth::kTokenLifetime.count();
  auto wrong = unmet_in("token response", {{has_lifetime, "expires_in 900"},
                                           {text_at(*body, "token_type") == "Bearer", "token_type Bearer"},
                                           {text_at(*body, "scope") == oauth::kScope, "scope read:extended"},
                                           {!text_at(*body, "access_token").empty(), "access_token"}});
  if (wrong) return wrong;
  token = text_at(*body, "access_token");
  return check_not_stored(response);
}

void get_tokens(TestRun& run) {
  const auto& facts = run.facts;
  const auto get = [&](const char* name, const client::ClientRequest& request) {
    run.step(name, {facts.token_endpoint, facts.client_secret}, request,
             [&](const auto& response) { return check_token_answer(response, run.facts.access_token); });
  };
  get("Token with a form", run.post(facts.token_endpoint, kFormType,
                                    form_of({{"grant_type", oauth::kGrantType},
                                             {"client_id", facts.client_id},
                                             {"client_secret", facts.client_secret}})));
  const boost::json::object members{
      {"grant_type", oauth::kGrantType}, {"client_id", facts.client_id}, {"client_secret", facts.client_secret}};
  get("Token with JSON", run.post(facts.token_endpoint, kJson, boost::json::serialize(members)));
  get("Token with HTTP Basic", run.post(facts.token_endpoint, kFormType, form_of({{"grant_type", oauth::kGrantType}}),
                                        {basic_credentials(facts.client_id, facts.client_secret)}));
}

/// For jose::verify; keys that cannot be prepared are left out.
std::vector<jose::TrustedKey> trusted_keys(std::string_view jwks) {
  std::vector<jose::TrustedKey> keys;
  const auto parsed = jose::parse_jwks(jwks);
  if (!parsed) return keys;
  for (const auto& jwk : *parsed) {
    auto verifier = crypto::Verifier::create(jwk.key);
    if (verifier) keys.push_back({jwk.key_id, std::move(*verifier)});
  }
  return keys;
}

Verdict check_keys(const client::ClientResponse& response, std::string& jwks) {
  if (response.status != 200 || !json_body(response)) return unexpected(response, "200 and a JWK Set", kPassPath);
  if (response.body.find("\"d\"") != std::string::npos) {
    return Finding{"expected public keys only, got a private key", "replace the secret or the key files at once"};
  }
  if (trusted_keys(response.body).empty()) {
    return Finding{"expected an ES256 key in the set, got none", "check [keys]"};
  }
  jwks = response.body;
  return std::nullopt;
}

void read_keys(TestRun& run) {
  run.step("Published keys", {run.facts.jwks_uri}, run.request("GET", run.facts.jwks_uri),
           [&](const auto& response) { return check_keys(response, run.facts.jwks); });
}

/// RFC 9068 section 4, and the values that this service documents for its tokens.
Verdict check_claims(const jose::Claims& claims, TestRun& run) {
  const auto& facts = run.facts;
  const auto is_for = [&](const std::string& resource) {
    return std::ranges::find(claims.audience, resource) != claims.audience.end();
  };
  const bool has_lifetime =
      claims.issued_at && claims.expires_at && *claims.expires_at - *claims.issued_at == oauth::kTokenLifetime.count();
  auto wrong = unmet_in("token", {{claims.issuer == facts.issuer, "iss = " + facts.issuer},
                                  {claims.client_id == facts.client_id && claims.subject == facts.client_id,
                                   "sub and client_id = the registered client"},
                                  {is_for(run.origin()), "aud with " + run.origin()},
                                  {is_for(run.profile_url()), "aud with " + run.profile_url()},
                                  {claims.scope == oauth::kScope, "scope read:extended"},
                                  {!claims.token_id.value_or("").empty(), "jti"},
                                  {has_lifetime, "exp = iat + 900"}});
  if (!wrong) run.facts.expires_at = *claims.expires_at;
  return wrong;
}

void verify_token(TestRun& run) {
  constexpr auto* kSignature = "Token verifies against the keys";
  constexpr auto* kClaims = "Token has the right claims";
  if (!run.ready(kSignature, {run.facts.access_token, run.facts.jwks})) return;
  auto keys = trusted_keys(run.facts.jwks);
  const auto verified = jose::verify(run.facts.access_token, keys);
  if (verified) {
    run.check(kSignature, std::nullopt);
    run.check(kClaims, check_claims(verified->claims(), run));
    return;
  }
  run.check(kSignature, Finding{"expected a token that the published keys verify",
                                "all replicas must hold the same secret, rotation and generation"});
  run.skip(kClaims);
}

Verdict check_profile(const client::ClientResponse& response, const Facts& facts) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) {
    return unexpected(response, "200 and the profile", "let the proxy pass the Authorization field");
  }
  const auto expires_at = base::UtcText(facts.expires_at);
  auto wrong = unmet_in(
      "profile", {{object_at(*body, "_meta") != nullptr, "_meta"},
                  {text_at(*body, "_meta.issued_to") == facts.client_id, "_meta.issued_to = the registered client"},
                  {text_at(*body, "_meta.scope") == oauth::kScope, "_meta.scope read:extended"},
                  {facts.expires_at == 0 || text_at(*body, "_meta.expires_at") == expires_at.view(),
                   "_meta.expires_at = exp of the token"}});
  return wrong ? wrong : check_not_stored(response);
}

void read_profile(TestRun& run) {
  run.step("Profile with the token", {run.facts.access_token},
           run.request("GET", run.profile_url(), {bearer(run.facts.access_token)}),
           [&](const auto& response) { return check_profile(response, run.facts); });
}

}  // namespace

client::ClientRequest registration_request(const TestRun& run) {
  return run.post(run.facts.registration_endpoint, kJson,
                  boost::json::serialize(boost::json::object{{"client_name", kClientName}}));
}

void test_access(TestRun& run) {
  register_client(run);
  get_tokens(run);
  read_keys(run);
  verify_token(run);
  read_profile(run);
}

}  // namespace agent_access::tools
