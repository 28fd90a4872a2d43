#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "base/utc_time.hpp"
#include "oauth/types.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"
#include "tools/token/token_reasons.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kClientName = "agent-access try";
constexpr std::string_view kJson = "application/json";

Finding wrong_member(std::string_view document, std::string_view expected) {
  return {"expected " + std::string(expected) + " in the " + std::string(document),
          "no proxy may rewrite bodies; compare the versions of all replicas"};
}

Verdict check_registration(const client::ClientResponse& response, TestRun& run) {
  const auto body = json_body(response);
  if (response.status != 201 || !body) return unexpected(response, "201 and JSON", "pass POST requests to the service");
  const auto id = text_member(*body, "client_id");
  const auto secret = text_member(*body, "client_secret");
  if (id.empty() || secret.empty()) return wrong_member("registration", "client_id and client_secret");
  if (text_member(*body, "client_name") != kClientName) return wrong_member("registration", "the client_name sent");
  if (text_member(*body, "token_endpoint") != run.facts.token_endpoint) {
    return wrong_member("registration", "the token_endpoint of the metadata");
  }
  // All scopes of the service, this one first.
  if (!(text_member(*body, "scope") + " ").starts_with(std::string(oauth::kScope) + " ")) {
    return wrong_member("registration", "scope read:extended");
  }
  if (!lists(*body, "grant_types_supported", oauth::kGrantType)) {
    return wrong_member("registration", "client_credentials among the grant types");
  }
  // RFC 7591 section 3.2.1 requires it with a secret; registration clients refuse a response without it.
  const auto* expires = body->if_contains("client_secret_expires_at");
  if (expires == nullptr || !expires->is_int64()) return wrong_member("registration", "client_secret_expires_at");
  run.facts.client_id = id;
  run.facts.client_secret = secret;
  return check_not_stored(response);
}

void register_client(TestRun& run) {
  constexpr auto* kName = "Register a client";
  if (!run.ready(kName, {run.facts.registration_endpoint})) return;
  const auto body = boost::json::serialize(boost::json::object{{"client_name", kClientName}});
  run.step(kName, run.post(run.facts.registration_endpoint, kJson, body),
           [&](const auto& response) { return check_registration(response, run); });
}

Verdict check_token_answer(const client::ClientResponse& response, std::string& token) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) {
    return unexpected(response, "200 and a token",
                      "all replicas must hold the same secret; compare keys --config FILE");
  }
  const auto* lifetime = body->if_contains("expires_in");
  if (lifetime == nullptr || !lifetime->is_int64() || lifetime->get_int64() != oauth::kTokenLifetime.count()) {
    return wrong_member("token response", "expires_in 900");
  }
  if (text_member(*body, "token_type") != "Bearer") return wrong_member("token response", "token_type Bearer");
  if (text_member(*body, "scope") != oauth::kScope) return wrong_member("token response", "scope read:extended");
  if (text_member(*body, "access_token").empty()) return wrong_member("token response", "access_token");
  token = text_member(*body, "access_token");
  return check_not_stored(response);
}

void get_tokens(TestRun& run) {
  const auto& facts = run.facts;
  const auto get = [&](const char* name, const client::ClientRequest& request) {
    if (!run.ready(name, {facts.token_endpoint, facts.client_secret})) return;
    run.step(name, request, [&](const auto& response) { return check_token_answer(response, run.facts.access_token); });
  };
  get("Token with a form", run.post(facts.token_endpoint, kFormType,
                                    form_of({{"grant_type", oauth::kGrantType},
                                             {"client_id", facts.client_id},
                                             {"client_secret", facts.client_secret}})));
  const boost::json::object members{
      {"grant_type", oauth::kGrantType}, {"client_id", facts.client_id}, {"client_secret", facts.client_secret}};
  get("Token with JSON", run.post(facts.token_endpoint, kJson, boost::json::serialize(members)));
  auto basic = run.post(facts.token_endpoint, kFormType, form_of({{"grant_type", oauth::kGrantType}}));
  basic.fields.push_back({"Authorization", basic_credentials(facts.client_id, facts.client_secret)});
  get("Token with HTTP Basic", basic);
}

void read_keys(TestRun& run) {
  constexpr auto* kName = "Published keys";
  if (!run.ready(kName, {run.facts.jwks_uri})) return;
  run.step(kName, run.request("GET", run.facts.jwks_uri), [&](const auto& response) -> Verdict {
    if (response.status != 200 || !json_body(response)) {
      return unexpected(response, "200 and a JWK Set", "pass this path to the service");
    }
    if (response.body.find("\"d\"") != std::string::npos) {
      return Finding{"expected public keys only, got a private key", "replace the secret or the key files at once"};
    }
    if (trusted_keys(response.body).empty())
      return Finding{"expected an ES256 key in the set, got none", "check [keys]"};
    run.facts.jwks = response.body;
    return std::nullopt;
  });
}

/// RFC 9068 section 4, and the values that this service documents for its tokens.
Verdict check_claims(const jose::Claims& claims, TestRun& run) {
  const auto& facts = run.facts;
  if (claims.issuer != facts.issuer) return wrong_member("token", "iss = " + facts.issuer);
  if (claims.client_id != facts.client_id || claims.subject != facts.client_id) {
    return wrong_member("token", "sub and client_id = the registered client");
  }
  for (const auto& identifier : {run.origin(), run.profile_url()}) {
    if (std::find(claims.audience.begin(), claims.audience.end(), identifier) == claims.audience.end()) {
      return wrong_member("token", "aud with " + identifier);
    }
  }
  if (claims.scope != oauth::kScope) return wrong_member("token", "scope read:extended");
  if (claims.token_id.value_or("").empty()) return wrong_member("token", "jti");
  if (!claims.issued_at || !claims.expires_at ||
      *claims.expires_at - *claims.issued_at != oauth::kTokenLifetime.count()) {
    return wrong_member("token", "exp = iat + 900");
  }
  run.facts.expires_at = *claims.expires_at;
  return std::nullopt;
}

void verify_token(TestRun& run) {
  constexpr auto* kSignature = "Token verifies against the keys";
  constexpr auto* kClaims = "Token has the right claims";
  if (!run.ready(kSignature, {run.facts.access_token, run.facts.jwks})) return;
  auto keys = trusted_keys(run.facts.jwks);
  const auto verified = jose::verify(run.facts.access_token, keys);
  if (!verified) {
    run.check(kSignature,
              Finding{"expected a token that the published keys verify; " + std::string(describe(verified.error())),
                      "all replicas must hold the same secret, rotation and generation"});
    (void)run.ready(kClaims, {""});
    return;
  }
  run.check(kSignature, std::nullopt);
  run.check(kClaims, check_claims(verified->claims(), run));
}

Verdict check_profile(const client::ClientResponse& response, const TestRun& run) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) {
    return unexpected(response, "200 and the profile", "let the proxy pass the Authorization field");
  }
  const auto* meta = body->if_contains("_meta");
  if (meta == nullptr || !meta->is_object()) return wrong_member("profile", "_meta");
  const auto& members = meta->get_object();
  if (text_member(members, "issued_to") != run.facts.client_id) {
    return wrong_member("profile", "_meta.issued_to = the registered client");
  }
  if (text_member(members, "scope") != oauth::kScope) return wrong_member("profile", "_meta.scope read:extended");
  const auto expires_at = text_member(members, "expires_at");
  const std::string expected(base::UtcText(run.facts.expires_at).view());
  if (run.facts.expires_at != 0 && expires_at != expected) {
    return wrong_member("profile", "_meta.expires_at = exp of the token");
  }
  return check_not_stored(response);
}

void read_profile(TestRun& run) {
  constexpr auto* kName = "Profile with the token";
  if (!run.ready(kName, {run.facts.access_token})) return;
  auto request = run.request("GET", run.profile_url());
  request.fields.push_back({"Authorization", "Bearer " + run.facts.access_token});
  run.step(kName, request, [&](const auto& response) { return check_profile(response, run); });
}

}  // namespace

void test_access(TestRun& run) {
  register_client(run);
  get_tokens(run);
  read_keys(run);
  verify_token(run);
  read_profile(run);
}

}  // namespace agent_access::tools
