#include <algorithm>
#include <map>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/gated_checks.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

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
    const std::string name = target.path + " with a token of its scope";
    const std::string& token = token_of(target.scope);
    if (!run_.ready(name, {token})) return;
    const bool is_open = run_.step(name, request_of("HEAD", target, token),
                                   [&](const auto& response) { return check_gated_opening(response, target); });
    if (!is_open || target.is_gate() || !run_.facts.document_url.empty()) return;
    run_.facts.document_url = target.url;
    run_.facts.document_token = token;
  }

  void refuse_other_scope(const GatedTarget& target) {
    const auto other =
        std::ranges::find_if(run_.facts.scopes, [&](const auto& scope) { return scope != target.scope; });
    if (other == run_.facts.scopes.end()) return;
    const std::string name = target.path + " with a token of another scope is refused";
    const std::string& token = token_of(*other);
    if (!run_.ready(name, {token})) return;
    run_.step(name, request_of("GET", target, token),
              [&](const auto& response) { return check_gated_scope(response, target); });
  }

  [[nodiscard]] client::ClientRequest request_of(std::string method, const GatedTarget& target,
                                                 const std::string& token) const {
    auto request = run_.request(std::move(method), target.url);
    request.fields.push_back({"Authorization", "Bearer " + token});
    return request;
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
      if (response.status != 200 || !body || text_member(*body, "scope") != scope) {
        return unexpected(response, "200 and a token with the scope " + scope,
                          "all replicas must have the same [[scopes]]");
      }
      token->second = text_member(*body, "access_token");
      return check_not_stored(response);
    });
    return token->second;
  }

  TestRun& run_;
  std::map<std::string, std::string> tokens_;
};

}  // namespace

void test_gated(TestRun& run) {
  run.begin_group("Gated documents and paths");
  GatedTest test(run);
  for (const auto& url : run.facts.gated_resources) {
    if (auto target = gated_target(url, run.origin())) test.test(std::move(*target));
  }
}

}  // namespace agent_access::tools
