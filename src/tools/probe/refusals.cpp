#include "oauth/types.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

/// The same text with another first character of the base64url alphabet: all its bits are significant, unlike those of
/// the last character.
std::string altered(std::string text) {
  text.front() = text.front() == 'A' ? 'B' : 'A';
  return text;
}

std::string with_altered_signature(const std::string& token) {
  const auto dot = token.rfind('.');
  if (dot == std::string::npos || dot + 1 == token.size()) return altered(token);
  return token.substr(0, dot + 1) + altered(token.substr(dot + 1));
}

void refuse_at_token_endpoint(TestRun& run, const char* name, std::string body, unsigned status,
                              std::string_view error) {
  run.step(name, run.post(run.facts.token_endpoint, kFormType, std::move(body)),
           [&](const auto& response) { return check_error(response, status, error); });
}

void present_wrong_secret(TestRun& run) {
  const auto& facts = run.facts;
  constexpr auto* kPosted = "Wrong secret is refused";
  constexpr auto* kBasic = "Wrong secret by HTTP Basic is refused";
  if (run.ready(kPosted, {facts.token_endpoint, facts.client_secret})) {
    refuse_at_token_endpoint(run, kPosted,
                             form_of({{"grant_type", oauth::kGrantType},
                                      {"client_id", facts.client_id},
                                      {"client_secret", altered(facts.client_secret)}}),
                             401, "invalid_client");
  }
  if (!run.ready(kBasic, {facts.token_endpoint, facts.client_secret})) return;
  auto basic = run.post(facts.token_endpoint, kFormType, form_of({{"grant_type", oauth::kGrantType}}));
  basic.fields.push_back({"Authorization", basic_credentials(facts.client_id, altered(facts.client_secret))});
  run.step(kBasic, basic, [](const auto& response) -> Verdict {
    if (auto wrong = check_error(response, 401, "invalid_client")) return wrong;
    if (response.field("WWW-Authenticate").starts_with("Basic")) return std::nullopt;
    return Finding{"expected WWW-Authenticate: Basic after HTTP Basic, got none",
                   "let the proxy pass WWW-Authenticate"};
  });
}

void omit_parameters(TestRun& run) {
  const auto& facts = run.facts;
  constexpr auto* kSecret = "Missing client_secret is refused";
  constexpr auto* kGrant = "Another grant is refused";
  if (run.ready(kSecret, {facts.token_endpoint, facts.client_id})) {
    refuse_at_token_endpoint(run, kSecret, form_of({{"grant_type", oauth::kGrantType}, {"client_id", facts.client_id}}),
                             400, "invalid_request");
  }
  if (run.ready(kGrant, {facts.token_endpoint})) {
    refuse_at_token_endpoint(run, kGrant, form_of({{"grant_type", "password"}}), 400, "unsupported_grant_type");
  }
}

void present_altered_token(TestRun& run) {
  constexpr auto* kName = "Altered token is refused";
  if (!run.ready(kName, {run.facts.access_token})) return;
  auto request = run.request("GET", run.profile_url());
  request.fields.push_back({"Authorization", "Bearer " + with_altered_signature(run.facts.access_token)});
  run.step(kName, request, [](const auto& response) {
    if (auto wrong = check_error(response, 401, "invalid_token")) return wrong;
    return check_challenge(response, "invalid_token");
  });
}

void request_unknown_path(TestRun& run) {
  run.step("Unknown path is not found", run.request("GET", run.url_of("/api/agent/no-such-path")),
           [](const auto& response) { return check_error(response, 404, "not_found"); });
}

}  // namespace

void test_refusals(TestRun& run) {
  run.begin_group("Refusals");
  present_wrong_secret(run);
  omit_parameters(run);
  present_altered_token(run);
  request_unknown_path(run);
}

}  // namespace agent_access::tools
