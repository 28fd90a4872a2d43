#include <array>
#include <boost/json/array.hpp>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/run/challenge.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kResourceMetadataPath = "/.well-known/oauth-protected-resource";
constexpr std::string_view kServerMetadataPath = "/.well-known/oauth-authorization-server";
constexpr std::string_view kBaseUrlsRemedy =
    "base_urls must contain exactly the address that clients use, scheme included";

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

void read_challenge(TestRun& run) {
  std::string named;
  run.step("Profile without a token is refused", run.request("GET", run.profile_url()), [&](const auto& response) {
    if (const auto challenge = parse_challenge(response.field("WWW-Authenticate"))) {
      named = challenge->parameter("resource_metadata");
    }
    if (auto wrong = check_error(response, 401, "invalid_token")) return wrong;
    return check_challenge(response, "invalid_token");
  });
  if (!run.ready("Challenge names the metadata of this host", {named})) return;
  const auto expected = run.url_of(kResourceMetadataPath);
  Verdict verdict;
  if (named != expected) {
    verdict = Finding{"expected " + expected + ", got " + app::printable(named), std::string(kBaseUrlsRemedy)};
  }
  if (run.check("Challenge names the metadata of this host", verdict)) run.facts.resource_metadata = named;
}

Verdict check_resource_metadata(const client::ClientResponse& response, const std::string& resource,
                                std::string* issuer) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", "pass this path to the service");
  if (text_member(*body, "resource") != resource) {
    return Finding{"expected resource " + resource + ", got " + app::printable(text_member(*body, "resource")),
                   std::string(kBaseUrlsRemedy)};
  }
  if (!lists(*body, "scopes_supported", oauth::kScope)) {
    return Finding{"expected read:extended in scopes_supported", "publish the service's own document"};
  }
  const auto* servers = body->if_contains("authorization_servers");
  const auto* list = servers == nullptr ? nullptr : servers->if_array();
  if (list == nullptr || list->empty() || !list->front().is_string()) {
    return Finding{"expected authorization_servers to name an issuer", "publish the service's own document"};
  }
  if (issuer != nullptr) *issuer = list->front().get_string();
  return std::nullopt;
}

void read_resource_metadata(TestRun& run) {
  constexpr auto* kName = "Protected resource metadata";
  if (run.ready(kName, {run.facts.resource_metadata})) {
    std::string issuer;
    const auto good = run.step(kName, run.request("GET", run.facts.resource_metadata), [&](const auto& response) {
      return check_resource_metadata(response, run.origin(), &issuer);
    });
    if (good) run.facts.issuer = issuer;
  }
  const auto path = std::string(kResourceMetadataPath) + std::string(oauth::kProfilePath);
  run.step("Protected resource metadata of the profile", run.request("GET", run.url_of(path)),
           [&](const auto& response) { return check_resource_metadata(response, run.profile_url(), nullptr); });
}

/// RFC 8414 section 3.3: the issuer must be the one from which the URL of the document was made.
Verdict check_server_metadata(const client::ClientResponse& response, const std::string& issuer, Facts& facts) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", "pass this path to the service");
  if (text_member(*body, "issuer") != issuer) {
    return Finding{"expected issuer " + issuer + ", got " + app::printable(text_member(*body, "issuer")),
                   std::string(kBaseUrlsRemedy)};
  }
  struct Endpoint {
    std::string_view member;
    std::string* fact;
  };
  const std::array<Endpoint, 4> endpoints{{{"token_endpoint", &facts.token_endpoint},
                                           {"registration_endpoint", &facts.registration_endpoint},
                                           {"jwks_uri", &facts.jwks_uri},
                                           {"authorization_endpoint", nullptr}}};
  for (const auto& [member, fact] : endpoints) {
    const auto url = text_member(*body, member);
    // Credentials are sent to the tested host only.
    if (!url.starts_with(issuer + "/")) {
      return Finding{"expected " + std::string(member) + " below the issuer, got " + app::printable(url),
                     std::string(kBaseUrlsRemedy)};
    }
    if (fact != nullptr) *fact = url;
  }
  if (!lists(*body, "grant_types_supported", oauth::kGrantType)) {
    return Finding{"expected client_credentials in grant_types_supported", "publish the service's own document"};
  }
  if (!lists(*body, "token_endpoint_auth_methods_supported", "client_secret_post")) {
    return Finding{"expected client_secret_post among the authentication methods",
                   "publish the service's own document"};
  }
  const auto* responses = body->if_contains("response_types_supported");
  if (responses == nullptr || !responses->is_array()) {
    return Finding{"expected response_types_supported, which RFC 8414 requires", "publish the service's own document"};
  }
  facts.scopes = texts_at(*body, {"scopes_supported"});
  facts.gated_resources = texts_at(*body, {"protected_resources"});
  return std::nullopt;
}

void read_server_metadata(TestRun& run) {
  constexpr auto* kName = "Authorization server metadata";
  if (!run.ready(kName, {run.facts.issuer})) return;
  const auto& issuer = run.facts.issuer;
  if (issuer != run.origin()) {
    run.check(kName, Finding{"expected this host as authorization server, got " + app::printable(issuer),
                             std::string(kBaseUrlsRemedy)});
    return;
  }
  Facts found;
  const auto good = run.step(kName, run.request("GET", issuer + std::string(kServerMetadataPath)),
                             [&](const auto& response) { return check_server_metadata(response, issuer, found); });
  if (!good) return;
  run.facts.token_endpoint = found.token_endpoint;
  run.facts.registration_endpoint = found.registration_endpoint;
  run.facts.jwks_uri = found.jwks_uri;
  run.facts.scopes = found.scopes;
  for (auto& resource : found.gated_resources) {
    const bool is_known = resource == run.origin() || resource == run.profile_url() || resource == run.url_of("/mcp");
    if (!is_known) run.facts.gated_resources.push_back(std::move(resource));
  }
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
