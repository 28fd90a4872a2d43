#include "tools/probe/access.hpp"

#include <boost/json/serialize.hpp>
#include <utility>

#include "oauth/jwk.hpp"
#include "oauth/jwt.hpp"
#include "oauth/types.hpp"
#include "site/documents/paths.hpp"
#include "tools/probe/profile_content.hpp"
#include "tools/probe/responses.hpp"
#include "tools/probe/site_responses.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kSameSecret = "all replicas must hold the same secret, rotation and generation";

void check_transport(TestRun& run) {
  if (run.scheme() == tools::Scheme::https || run.is_local()) return;
  run.check("The connection is encrypted",
            Finding{"secrets and tokens are sent in plaintext to " + run.origin(),
                    "serve https: set [tls], or put a proxy with a certificate in front", Mark::warned});
}

void read_challenge(TestRun& run) {
  constexpr auto* kName = "Challenge names the metadata of this host";
  std::string named;
  run.step("Profile without a token is refused", run.request("GET", run.profile_url()), [&](const auto& response) {
    named = parameter_of(response.field("WWW-Authenticate"), "resource_metadata");
    return check_challenge(response);
  });
  if (!run.ready(kName, {named})) return;
  if (run.check(kName, same_address("", run.issuer_url_of(documents::kProtectedResourcePath), named))) {
    run.facts.resource_metadata = named;
  }
}

void read_resource_metadata(TestRun& run) {
  run.step("Protected resource metadata", {run.facts.resource_metadata},
           run.request("GET", run.facts.resource_metadata),
           [&](const auto& response) { return check_resource_metadata(response, run.issuer()); });
  const auto of_profile = run.issuer_url_of(documents::kProtectedResourcePath) + std::string(oauth::kProfilePath);
  run.step("Protected resource metadata of the profile", run.request("GET", of_profile),
           [&](const auto& response) { return check_resource_metadata(response, run.profile_url()); });
}

/// RFC 8414 section 3.3: the issuer must be the one from which the URL of the document was made.
Verdict read_server_metadata(const tools::ClientResponse& response, TestRun& run) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", kPassPath);
  const auto& origin = run.issuer();
  if (auto wrong = same_address("issuer ", origin, text_at(*body, "issuer"))) return wrong;
  for (const auto* member : {"token_endpoint", "registration_endpoint", "jwks_uri"}) {
    const auto url = text_at(*body, member);
    // Credentials are sent to the issuer only.
    if (url.starts_with(origin + "/")) continue;
    return Finding{expected_got(std::string(member) + " below the issuer", url), kBaseUrlsRemedy};
  }
  auto& facts = run.facts;
  facts.token_endpoint = text_at(*body, "token_endpoint");
  facts.registration_endpoint = text_at(*body, "registration_endpoint");
  facts.jwks_uri = text_at(*body, "jwks_uri");
  facts.has_mcp = lists(*body, "protected_resources", run.issuer_url_of(documents::kMcpPath));
  facts.gated_resources = texts_at(*body, "protected_resources");
  std::erase_if(facts.gated_resources, [&](const std::string& url) {
    return url == origin || url == run.profile_url() || url == run.issuer_url_of(documents::kMcpPath);
  });
  return std::nullopt;
}

Verdict check_registration(const tools::ClientResponse& response, Facts& facts) {
  const auto body = json_body(response);
  if (response.status != 201 || !body) return unexpected(response, "201 and JSON", "pass POST requests to the service");
  const auto id = text_at(*body, "client_id");
  const auto secret = text_at(*body, "client_secret");
  if (id.empty() || secret.empty()) {
    return Finding{"expected client_id and client_secret in the registration", kBodyRemedy};
  }
  if (auto wrong = same_address("token_endpoint ", facts.token_endpoint, text_at(*body, "token_endpoint"))) {
    return wrong;
  }
  facts.client_id = id;
  facts.client_secret = secret;
  return check_not_stored(response);
}

Verdict check_token(const tools::ClientResponse& response, std::string& token) {
  const auto body = json_body(response);
  const auto got = body ? text_at(*body, "access_token") : std::string();
  if (response.status != 200 || got.empty()) {
    return unexpected(response, "200 and a token", std::string(kSameSecret) + "; compare keys --config FILE");
  }
  token = got;
  return check_not_stored(response);
}

void get_tokens(TestRun& run) {
  const auto& facts = run.facts;
  const auto get = [&](const char* name, const tools::ClientRequest& request) {
    run.step(name, {facts.token_endpoint, facts.client_secret}, request,
             [&](const auto& response) { return check_token(response, run.facts.access_token); });
  };
  get("Token with a form", token_request(run, facts.client_secret));
  get("Token with HTTP Basic", run.post(facts.token_endpoint, kFormType, form_of({{"grant_type", oauth::kGrantType}}),
                                        {basic_credentials(facts.client_id, facts.client_secret)}));
}

/// The keys for oauth::verify, without those that cannot be prepared.
std::vector<oauth::TrustedKey> trusted_keys(std::string_view jwks) {
  std::vector<oauth::TrustedKey> keys;
  const auto parsed = oauth::parse_jwks(jwks);
  if (!parsed) return keys;
  for (const auto& jwk : *parsed) {
    auto verifier = crypto::Verifier::create(jwk.key);
    if (verifier) keys.push_back({jwk.key_id, std::move(*verifier)});
  }
  return keys;
}

Verdict check_token_signature(const tools::ClientResponse& response, const TestRun& run) {
  if (response.status != 200 || !json_body(response)) return unexpected(response, "200 and a JWK Set", kPassPath);
  auto keys = trusted_keys(response.body);
  const auto verified = oauth::verify(run.facts.access_token, keys);
  if (!verified) {
    return Finding{"expected keys that verify the token, got others",
                   std::string(kSameSecret) + "; no cache may keep the keys longer than they say"};
  }
  return same_address("a token of the issuer ", run.issuer(), verified->claims().issuer.value_or(""));
}

/// A shared cache would return the profile that another client has read.
Verdict check_profile(const tools::ClientResponse& response, const TestRun& run) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) {
    return unexpected(response, "200 and the profile", "let the proxy pass the Authorization field");
  }
  if (text_at(*body, "_meta.issued_to") != run.facts.client_id) {
    return Finding{"expected _meta.issued_to = the registered client in the profile",
                   "no cache may keep responses of /api/agent/*, and no proxy may rewrite bodies"};
  }
  if (auto wrong = check_not_stored(response)) return wrong;
  return check_profile_content(*body, run.is_local());
}

void request_as_page(TestRun& run) {
  const auto preflight = run.request("OPTIONS", run.facts.token_endpoint,
                                     {{"Origin", "https://page.example"},
                                      {"Access-Control-Request-Method", "POST"},
                                      {"Access-Control-Request-Headers", "authorization, content-type"}});
  run.step(
      "Browsers of any origin may call", {run.facts.token_endpoint}, preflight, [](const auto& response) -> Verdict {
        if (response.status != 204) return unexpected(response, "204 to the preflight", kPassFields);
        if (is_readable_across_origins(response) && has_in_field(response, "Access-Control-Allow-Methods", "POST") &&
            response.count("Access-Control-Allow-Headers") == 1) {
          return std::nullopt;
        }
        return Finding{"expected Access-Control-Allow-Origin *, -Methods with POST and -Headers", kPassFields};
      });
}

}  // namespace

tools::ClientRequest registration_request(const TestRun& run) {
  return run.post(run.facts.registration_endpoint, "application/json",
                  boost::json::serialize(boost::json::object{{"client_name", "agent-access try"}}));
}

tools::ClientRequest token_request(const TestRun& run, std::string_view client_secret) {
  return run.post(
      run.facts.token_endpoint, kFormType,
      form_of(
          {{"grant_type", oauth::kGrantType}, {"client_id", run.facts.client_id}, {"client_secret", client_secret}}));
}

void find_issuer(TestRun& run) {
  const auto response = run.send_beside(run.request("GET", run.url_of(documents::kSitePath)), "Site data");
  run.facts.has_own_fields = response && has_own_fields(*response);
  const auto body = response ? parsed_body(*response) : std::nullopt;
  const auto* const resources = body ? object_at(*body, "resources") : nullptr;
  // If even this document has another address, the settings are wrong, which other steps say.
  if (resources == nullptr || text_at(*resources, "site") != run.url_of(documents::kSitePath)) return;
  const auto profile = text_at(*resources, "fullProfile");
  run.facts.has_profile = !profile.empty();
  const auto url = tools::parse_url(profile);
  if (!url || url->origin() == run.origin()) return;
  if (auto issuer = base::parse_base_url(url->origin())) run.facts.issuer = std::move(*issuer);
}

void test_access(TestRun& run) {
  const auto& facts = run.facts;
  run.begin_group("Access");
  if (!facts.has_profile) {
    run.check("Registration, token and profile",
              Finding{"the site offers none: /api/site.json names no profile", "", Mark::skipped});
    return;
  }
  check_transport(run);
  read_challenge(run);
  read_resource_metadata(run);
  run.step("Authorization server metadata", run.request("GET", run.issuer_url_of(documents::kAuthorizationServerPath)),
           [&](const auto& response) { return read_server_metadata(response, run); });
  run.step("Register a client", {facts.registration_endpoint}, registration_request(run),
           [&](const auto& response) { return check_registration(response, run.facts); });
  get_tokens(run);
  run.step("Token verifies against the keys", {facts.access_token, facts.jwks_uri}, run.request("GET", facts.jwks_uri),
           [&](const auto& response) { return check_token_signature(response, run); });
  run.step("Profile with the token", {facts.access_token},
           run.request("GET", run.profile_url(), {bearer(facts.access_token)}),
           [&](const auto& response) { return check_profile(response, run); });
  request_as_page(run);
}

}  // namespace agent_access::tools
