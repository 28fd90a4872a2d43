#include "tools/probe/gated_checks.hpp"

#include <algorithm>

#include "app/text/text.hpp"
#include "tools/probe/run/challenge.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {

namespace {

constexpr std::string_view kMetadataFolder = "/.well-known/oauth-protected-resource";
constexpr const char* kPassMetadata = "pass /.well-known/oauth-protected-resource/ to the service";
constexpr const char* kPrintSite =
    "print the site of the proxy again (agent-access check --proxy NAME), and load it; run try at the proxy's address";

Verdict check_parameter(const client::ClientResponse& response, const std::string& name, const std::string& expected) {
  const auto challenge = parse_challenge(response.field("WWW-Authenticate"));
  const std::string got(challenge ? challenge->parameter(name) : std::string_view());
  if (got == expected) return std::nullopt;
  return Finding{"expected " + name + " " + expected + " in the challenge, got " + app::printable(got),
                 "base_urls must contain exactly the address that clients use; let the proxy pass WWW-Authenticate"};
}

Verdict check_gated_challenge(const client::ClientResponse& response, std::string_view error,
                              const GatedTarget& target) {
  if (auto wrong = check_challenge(response, error)) return wrong;
  if (auto wrong = check_parameter(response, "resource_metadata", target.metadata_url)) return wrong;
  return check_parameter(response, "scope", target.scope);
}

/// Responses that say nothing about the token.
Verdict check_gate_reachable(const client::ClientResponse& response) {
  if (response.status == 404) {
    return Finding{"not tested: this address does not answer for the gate, got 404", kPrintSite, Mark::warned};
  }
  if (response.status == 405) {
    return Finding{"not tested: the gate does not list GET", "test it with one of its methods", Mark::warned};
  }
  return std::nullopt;
}

}  // namespace

std::optional<GatedTarget> gated_target(const std::string& url, const std::string& origin) {
  if (!url.starts_with(origin + "/")) return std::nullopt;
  const std::string path = url.substr(origin.size());
  return GatedTarget{.url = url, .path = path, .metadata_url = origin + std::string(kMetadataFolder) + path};
}

Verdict check_gated_metadata(const client::ClientResponse& response, const std::string& issuer,
                             const std::vector<std::string>& scopes, GatedTarget& target) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", kPassMetadata);
  const auto fail = [](const std::string& what) {
    return Finding{what, "publish the service's own document; base_urls must contain the address that clients use"};
  };
  if (text_member(*body, "resource") != target.url) {
    return fail("expected resource " + target.url + ", got " + app::printable(text_member(*body, "resource")));
  }
  const auto servers = texts_at(*body, {"authorization_servers"});
  if (std::ranges::find(servers, issuer) == servers.end())
    return fail("expected " + issuer + " among authorization_servers");
  const auto named = texts_at(*body, {"scopes_supported"});
  if (named.size() != 1) return fail("expected one scope in scopes_supported, got " + std::to_string(named.size()));
  if (std::ranges::find(scopes, named.front()) == scopes.end()) {
    return fail("expected a scope of the authorization server, got " + app::printable(named.front(), 60));
  }
  target.scope = named.front();
  return std::nullopt;
}

Verdict check_gated_refusal(const client::ClientResponse& response, const GatedTarget& target) {
  if (target.is_gate()) {
    if (response.status < 400) {
      return Finding{"expected 401 without a token, got " + std::to_string(response.status) + ": the path is open",
                     kPrintSite};
    }
    if (auto unreachable = check_gate_reachable(response)) return unreachable;
  }
  if (auto wrong = check_error(response, 401, "invalid_token")) return wrong;
  return check_gated_challenge(response, "invalid_token", target);
}

Verdict check_gated_opening(const client::ClientResponse& response, const GatedTarget& target) {
  if (response.status < 300) return std::nullopt;
  const bool is_refused = response.status == 401 || response.status == 403 || response.status == 429;
  if (!target.is_gate() || is_refused || response.status >= 500) {
    return unexpected(response, "200 with a token of the scope " + target.scope,
                      "look at the log of the service; let the proxy pass the Authorization field");
  }
  return Finding{"the gate is open; the site answers " + std::to_string(response.status), "", Mark::passed};
}

Verdict check_gated_scope(const client::ClientResponse& response, const GatedTarget& target) {
  if (auto wrong = check_error(response, 403, "insufficient_scope")) return wrong;
  return check_gated_challenge(response, "insufficient_scope", target);
}

}  // namespace agent_access::tools
