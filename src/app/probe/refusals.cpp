#include "app/probe/steps.hpp"
#include "app/probe/walk/response_checks.hpp"
#include "oauth/types.hpp"

namespace agent_access::app {
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

void refuse_at_token_endpoint(Walk& walk, const char* name, std::string body, unsigned status, std::string_view error) {
  walk.step(name, walk.post(walk.facts.token_endpoint, kFormType, std::move(body)),
            [&](const auto& response) { return check_error(response, status, error); });
}

void present_wrong_secret(Walk& walk) {
  const auto& facts = walk.facts;
  constexpr auto* kPosted = "Wrong secret is refused";
  constexpr auto* kBasic = "Wrong secret by HTTP Basic is refused";
  if (walk.ready(kPosted, {facts.token_endpoint, facts.client_secret})) {
    refuse_at_token_endpoint(walk, kPosted,
                             form_of({{"grant_type", oauth::kGrantType},
                                      {"client_id", facts.client_id},
                                      {"client_secret", altered(facts.client_secret)}}),
                             401, "invalid_client");
  }
  if (!walk.ready(kBasic, {facts.token_endpoint, facts.client_secret})) return;
  auto basic = walk.post(facts.token_endpoint, kFormType, form_of({{"grant_type", oauth::kGrantType}}));
  basic.fields.push_back({"Authorization", basic_credentials(facts.client_id, altered(facts.client_secret))});
  walk.step(kBasic, basic, [](const auto& response) -> Verdict {
    if (auto wrong = check_error(response, 401, "invalid_client")) return wrong;
    if (response.field("WWW-Authenticate").starts_with("Basic")) return std::nullopt;
    return Finding{"expected WWW-Authenticate: Basic after HTTP Basic, got none",
                   "let the proxy pass WWW-Authenticate"};
  });
}

void omit_parameters(Walk& walk) {
  const auto& facts = walk.facts;
  constexpr auto* kSecret = "Missing client_secret is refused";
  constexpr auto* kGrant = "Another grant is refused";
  if (walk.ready(kSecret, {facts.token_endpoint, facts.client_id})) {
    refuse_at_token_endpoint(walk, kSecret,
                             form_of({{"grant_type", oauth::kGrantType}, {"client_id", facts.client_id}}), 400,
                             "invalid_request");
  }
  if (walk.ready(kGrant, {facts.token_endpoint})) {
    refuse_at_token_endpoint(walk, kGrant, form_of({{"grant_type", "password"}}), 400, "unsupported_grant_type");
  }
}

void present_altered_token(Walk& walk) {
  constexpr auto* kName = "Altered token is refused";
  if (!walk.ready(kName, {walk.facts.access_token})) return;
  auto request = walk.request("GET", walk.profile_url());
  request.fields.push_back({"Authorization", "Bearer " + with_altered_signature(walk.facts.access_token)});
  walk.step(kName, request, [](const auto& response) {
    if (auto wrong = check_error(response, 401, "invalid_token")) return wrong;
    return check_challenge(response, "invalid_token");
  });
}

void request_unknown_path(Walk& walk) {
  walk.step("Unknown path is not found", walk.request("GET", walk.url_of("/api/agent/no-such-path")),
            [](const auto& response) { return check_error(response, 404, "not_found"); });
}

}  // namespace

void test_refusals(Walk& walk) {
  walk.begin("Refusals");
  present_wrong_secret(walk);
  omit_parameters(walk);
  present_altered_token(walk);
  request_unknown_path(walk);
}

}  // namespace agent_access::app
