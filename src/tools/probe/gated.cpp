#include <algorithm>
#include <map>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/run/documents.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kPassMetadata = "pass /.well-known/oauth-protected-resource/ to the service";
constexpr const char* kPrintSite =
    "print the site of the proxy again (agent-access check --proxy NAME), and load it; run try at the proxy's address";

Verdict check_gated_challenge(const client::ClientResponse& response, std::string_view error,
                              const GatedTarget& target) {
  if (auto wrong = check_challenge(response, error)) return wrong;
  const auto challenge = parse_challenge(response.field("WWW-Authenticate"));
  for (const auto& [name, expected] :
       {std::pair{"resource_metadata", target.metadata_url}, std::pair{"scope", target.scope}}) {
    const auto got = challenge->parameter(name);
    if (got == expected) continue;
    return Finding{"expected " + std::string(name) + " " + expected + " in the challenge, got " + app::printable(got),
                   "base_urls must contain exactly the address that clients use; let the proxy pass WWW-Authenticate"};
  }
  return std::nullopt;
}

/// One test of each gated document and gate. A token for each scope is requested once.
class GatedTest {
 public:
  explicit GatedTest(TestRun& run) : run_(run) {}

  void test(GatedTarget target) {
    const bool is_described =
        run_.step("Metadata of " + target.path, run_.request("GET", target.metadata_url), [&](const auto& response) {
          return check_gated_metadata(response, run_.facts.issuer, run_.facts.scopes, target);
        });
    if (!is_described || !is_guarded(target)) return;
    open(target);
    refuse_other_scope(target);
  }

 private:
  /// Whether the resource refuses a request without a token, and so can be tested with one.
  bool is_guarded(const GatedTarget& target) {
    bool is_tested = false;
    const bool is_good = run_.step(target.path + " without a token is refused", run_.request("GET", target.url),
                                   [&](const auto& response) {
                                     auto verdict = check_gated_refusal(response, target);
                                     is_tested = !verdict;
                                     return verdict;
                                   });
    return is_good && is_tested;
  }

  /// HEAD, because a file may be large.
  void open(const GatedTarget& target) {
    const std::string& token = token_of(target.scope);
    const bool is_open = run_.step(target.path + " with a token of its scope", {token},
                                   run_.request("HEAD", target.url, {bearer(token)}),
                                   [&](const auto& response) { return check_gated_opening(response, target); });
    if (!is_open || target.is_gate() || !run_.facts.document_url.empty()) return;
    run_.facts.document_url = target.url;
    run_.facts.document_token = token;
  }

  void refuse_other_scope(const GatedTarget& target) {
    const auto other =
        std::ranges::find_if(run_.facts.scopes, [&](const auto& scope) { return scope != target.scope; });
    if (other == run_.facts.scopes.end()) return;
    const std::string& token = token_of(*other);
    run_.step(target.path + " with a token of another scope is refused", {token},
              run_.request("GET", target.url, {bearer(token)}),
              [&](const auto& response) { return check_gated_scope(response, target); });
  }

  /// A token with this scope alone; empty if there is none, which is a step of its own.
  const std::string& token_of(const std::string& scope) {
    const auto [token, is_new] = tokens_.try_emplace(scope);
    const std::string name = "Token with the scope " + app::printable(scope, 60);
    const auto& facts = run_.facts;
    if (!is_new || !run_.ready(name, {facts.token_endpoint, facts.client_secret})) return token->second;
    const auto form = form_of({{"grant_type", oauth::kGrantType},
                               {"client_id", facts.client_id},
                               {"client_secret", facts.client_secret},
                               {"scope", scope}});
    run_.step(name, run_.post(facts.token_endpoint, kFormType, form), [&](const auto& response) -> Verdict {
      const auto body = json_body(response);
      if (response.status != 200 || !body || text_at(*body, "scope") != scope) {
        return unexpected(response, "200 and a token with the scope " + scope,
                          "all replicas must have the same [[scopes]]");
      }
      token->second = text_at(*body, "access_token");
      return check_not_stored(response);
    });
    return token->second;
  }

  TestRun& run_;
  std::map<std::string, std::string> tokens_;
};

}  // namespace

std::optional<GatedTarget> gated_target(const std::string& url, const std::string& origin) {
  if (!url.starts_with(origin + "/")) return std::nullopt;
  const std::string path = url.substr(origin.size());
  return GatedTarget{.url = url, .path = path, .metadata_url = origin + std::string(paths::kResource) + path};
}

Verdict check_gated_metadata(const client::ClientResponse& response, const std::string& issuer,
                             const std::vector<std::string>& scopes, GatedTarget& target) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", kPassMetadata);
  const auto named = texts_at(*body, "scopes_supported");
  const auto scope = named.empty() ? std::string() : named.front();
  const auto resource = text_at(*body, "resource");
  const auto unmet =
      first_unmet({{resource == target.url, "resource " + target.url + ", got " + app::printable(resource)},
                   {lists(*body, "authorization_servers", issuer), issuer + " among authorization_servers"},
                   {named.size() == 1, "one scope in scopes_supported, got " + std::to_string(named.size())},
                   {std::ranges::find(scopes, scope) != scopes.end(),
                    "a scope of the authorization server, got " + app::printable(scope, 60)}});
  if (!unmet.empty()) {
    return Finding{"expected " + unmet,
                   "publish the service's own document; base_urls must contain the address that clients use"};
  }
  target.scope = scope;
  return std::nullopt;
}

Verdict check_gated_refusal(const client::ClientResponse& response, const GatedTarget& target) {
  if (target.is_gate()) {
    if (response.status < 400) {
      return Finding{"expected 401 without a token, got " + std::to_string(response.status) + ": the path is open",
                     kPrintSite};
    }
    // Responses that say nothing about the token.
    if (response.status == 404) {
      return Finding{"not tested: this address does not answer for the gate, got 404", kPrintSite, Mark::warned};
    }
    if (response.status == 405) {
      return Finding{"not tested: the gate does not list GET", "test it with one of its methods", Mark::warned};
    }
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

void test_gated(TestRun& run) {
  run.begin_group("Gated documents and paths");
  GatedTest test(run);
  for (const auto& url : run.facts.gated_resources) {
    if (auto target = gated_target(url, run.origin())) test.test(std::move(*target));
  }
}

}  // namespace agent_access::tools
