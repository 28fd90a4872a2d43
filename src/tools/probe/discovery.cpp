#include <array>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/run/documents.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

bool is_loopback(std::string_view origin) noexcept {
  return origin.starts_with("http://127.") || origin.starts_with("http://localhost") ||
         origin.starts_with("http://[::1]");
}

void check_transport(TestRun& run) {
  if (run.scheme() == client::Scheme::https || is_loopback(run.origin())) return;
  run.check("The connection is encrypted",
            Finding{"secrets and tokens are sent in plaintext to " + run.origin(),
                    "serve https: set [tls], or put a proxy with a certificate in front", Mark::warned});
}

/// What differs because the addresses of the deployment are not those that clients use.
Verdict same_address(const std::string& what, const std::string& expected, const std::string& got) {
  if (got == expected) return std::nullopt;
  return Finding{"expected " + what + expected + ", got " + app::printable(got), kBaseUrlsRemedy};
}

void read_challenge(TestRun& run) {
  constexpr auto* kName = "Challenge names the metadata of this host";
  std::string named;
  run.step("Profile without a token is refused", run.request("GET", run.profile_url()), [&](const auto& response) {
    if (const auto challenge = parse_challenge(response.field("WWW-Authenticate"))) {
      named = challenge->parameter("resource_metadata");
    }
    if (auto wrong = check_error(response, 401, "invalid_token")) return wrong;
    return check_challenge(response, "invalid_token");
  });
  if (!run.ready(kName, {named})) return;
  if (run.check(kName, same_address("", run.url_of(paths::kResource), named))) run.facts.resource_metadata = named;
}

Verdict check_resource_metadata(const client::ClientResponse& response, const std::string& resource,
                                std::string* issuer) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", kPassPath);
  if (auto wrong = same_address("resource ", resource, text_at(*body, "resource"))) return wrong;
  const auto* servers = array_at(*body, "authorization_servers");
  const bool has_issuer = servers != nullptr && !servers->empty() && servers->front().is_string();
  const auto unmet =
      first_unmet({{lists(*body, "scopes_supported", oauth::kScope), "read:extended in scopes_supported"},
                   {has_issuer, "authorization_servers to name an issuer"}});
  if (!unmet.empty()) return Finding{"expected " + unmet, kOwnDocument};
  if (issuer != nullptr) *issuer = servers->front().get_string();
  return std::nullopt;
}

void read_resource_metadata(TestRun& run) {
  std::string issuer;
  const auto good = run.step(
      "Protected resource metadata", {run.facts.resource_metadata}, run.request("GET", run.facts.resource_metadata),
      [&](const auto& response) { return check_resource_metadata(response, run.origin(), &issuer); });
  if (good) run.facts.issuer = issuer;
  run.step("Protected resource metadata of the profile", run.request("GET", run.url_of(paths::kProfileResource)),
           [&](const auto& response) { return check_resource_metadata(response, run.profile_url(), nullptr); });
}

/// RFC 8414 section 3.3: the issuer must be the one from which the URL of the document was made.
Verdict check_server_metadata(const client::ClientResponse& response, const std::string& issuer, Facts& facts) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", kPassPath);
  if (auto wrong = same_address("issuer ", issuer, text_at(*body, "issuer"))) return wrong;
  for (const auto* member : {"token_endpoint", "registration_endpoint", "jwks_uri", "authorization_endpoint"}) {
    const auto url = text_at(*body, member);
    // Credentials are sent to the tested host only.
    if (url.starts_with(issuer + "/")) continue;
    return Finding{"expected " + std::string(member) + " below the issuer, got " + app::printable(url),
                   kBaseUrlsRemedy};
  }
  const auto unmet = first_unmet(
      {{lists(*body, "grant_types_supported", oauth::kGrantType), "client_credentials in grant_types_supported"},
       {lists(*body, "token_endpoint_auth_methods_supported", "client_secret_post"),
        "client_secret_post among the authentication methods"},
       {array_at(*body, "response_types_supported") != nullptr, "response_types_supported, which RFC 8414 requires"}});
  if (!unmet.empty()) return Finding{"expected " + unmet, kOwnDocument};
  facts.token_endpoint = text_at(*body, "token_endpoint");
  facts.registration_endpoint = text_at(*body, "registration_endpoint");
  facts.jwks_uri = text_at(*body, "jwks_uri");
  facts.scopes = texts_at(*body, "scopes_supported");
  facts.gated_resources = gated_resources_in(*body, issuer);
  return std::nullopt;
}

void read_server_metadata(TestRun& run) {
  constexpr auto* kName = "Authorization server metadata";
  if (!run.ready(kName, {run.facts.issuer})) return;
  const auto issuer = run.facts.issuer;
  if (issuer != run.origin()) {
    run.check(kName, same_address("this host as authorization server", "", issuer));
    return;
  }
  run.step(kName, run.request("GET", run.url_of(paths::kServer)),
           [&](const auto& response) { return check_server_metadata(response, issuer, run.facts); });
}

}  // namespace

void test_discovery(TestRun& run) {
  run.begin_group("Access");
  check_transport(run);
  read_challenge(run);
  read_resource_metadata(run);
  read_server_metadata(run);
}

}  // namespace agent_access::tools
