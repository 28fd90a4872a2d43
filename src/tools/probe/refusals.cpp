#include "tools/probe/refusals.hpp"

#include <algorithm>
#include <chrono>

#include "http/message.hpp"
#include "oauth/types.hpp"
#include "site/documents/paths.hpp"
#include "tools/probe/access.hpp"
#include "tools/probe/responses.hpp"
#include "tools/probe/site_responses.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kForeignHost = "foreign-host.invalid";
constexpr const char* kPrintSite =
    "print the site of the proxy again (agent-access check --proxy NAME), and load it; run try at the proxy's address";

/// The same text with another first character of the base64url alphabet: all its bits are significant, unlike those of
/// the last character.
std::string altered(std::string text) {
  if (!text.empty()) text.front() = text.front() == 'A' ? 'B' : 'A';
  return text;
}

std::string with_altered_signature(const std::string& token) {
  const auto signature = token.rfind('.') + 1;
  return token.substr(0, signature) + altered(token.substr(signature));
}

void refuse_at_token_endpoint(TestRun& run) {
  const auto& facts = run.facts;
  run.step("Wrong secret is refused", {facts.token_endpoint, facts.client_secret},
           token_request(run, altered(facts.client_secret)),
           [](const auto& response) { return check_error(response, 401, "invalid_client"); });
  run.step("Another grant is refused", {facts.token_endpoint},
           run.post(facts.token_endpoint, kFormType, form_of({{"grant_type", "password"}})),
           [](const auto& response) { return check_error(response, 400, "unsupported_grant_type"); });
  run.step("Wrong method at the token endpoint is refused", {facts.token_endpoint},
           run.request("GET", facts.token_endpoint), [](const auto& response) -> Verdict {
             if (auto wrong = check_error(response, 405, "method_not_allowed")) return wrong;
             if (has_in_field(response, "Allow", "POST")) return std::nullopt;
             return Finding{expected_got("Allow with POST", response.field("Allow")), kPassFields};
           });
}

/// A proxy or the site beside may respond to names that are not its own, and a page of theirs may repeat the name. The
/// document of another name is a warning, because the proxy then replaces Host; JSON that contains the foreign name is
/// a failure, because names from a request must not get into documents and tokens.
Verdict check_foreign_host(const tools::ClientResponse& response) {
  if (response.body.contains(kForeignHost) && http::is_media_type(response.field("Content-Type"), "application/json")) {
    return Finding{"expected 421, got a response that repeats the foreign host name",
                   "let the proxy pass Host unchanged, and name only your own hosts in base_urls"};
  }
  auto wrong = check_error(response, 421, "misdirected_request");
  if (!wrong || response.status == 421) return wrong;
  const auto document = json_body(response);
  if (response.status == 200 && document && !text_at(*document, "issuer").empty()) {
    wrong->mark = Mark::warned;
    wrong->remedy = "let the proxy pass Host unchanged, so that requests for unknown names are refused";
    return wrong;
  }
  return Finding{"a proxy responds to unknown names itself: " + std::to_string(response.status), "", Mark::passed};
}

/// At the default port alone, because another port has no URL with http. A firewall that drops the request is not
/// waited for.
void refuse_clear_text(TestRun& run) {
  constexpr std::chrono::milliseconds kLongest{3'000};
  const auto url = tools::parse_url(run.issuer());
  if (run.is_stopped() || !url || url->scheme != tools::Scheme::https || url->port != 443) return;
  auto request = run.request("GET", "http://" + url->authority() + std::string(oauth::kProfilePath));
  request.timeout = std::min(request.timeout, kLongest);
  const auto answer = run.send_beside(request, "http");
  const std::string name("Credentials in clear text are refused");
  if (answer) run.check(name, check_clear_text(*answer), &*answer);
  if (!answer) run.check(name, Finding{"nothing answers over http", "", Mark::passed});
}

}  // namespace

Verdict check_clear_text(const tools::ClientResponse& response) {
  constexpr const char* kRefuse =
      "let port 80 answer 403 where credentials go, as the printed sites do (agent-access check --proxy NAME)";
  const auto got = "got " + std::to_string(response.status) + " over http: ";
  if (response.status >= 400 && response.status != 401) return std::nullopt;
  if (response.status >= 300 && response.status < 400) {
    return Finding{got + "a client that sends its token there is redirected and sees no mistake", kRefuse,
                   Mark::warned};
  }
  return Finding{got + "credentials are accepted in clear text", kRefuse, Mark::warned};
}

Verdict check_gated_refusal(const tools::ClientResponse& response, std::string_view path, const std::string& metadata) {
  // Gated documents are below /api/agent/, and the service itself sends them. A gate is a path of the proxy.
  if (!path.starts_with("/api/agent/")) {
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
  if (auto wrong = check_challenge(response)) return wrong;
  return same_address("resource_metadata ", metadata,
                      parameter_of(response.field("WWW-Authenticate"), "resource_metadata"));
}

void test_refusals(TestRun& run) {
  run.begin_group("Refusals");
  if (!run.facts.has_profile) {
    run.step("Unknown path is not found", run.request("GET", run.url_of("/no-such-path")),
             [](const auto& response) -> Verdict {
               if (response.status == 404) return std::nullopt;
               return unexpected(response, "404", "let the host answer 404 at unknown paths, not the page of another");
             });
    return;
  }
  refuse_at_token_endpoint(run);
  const auto& token = run.facts.access_token;
  run.step("Altered token is refused", {token},
           run.request("GET", run.profile_url(), {bearer(with_altered_signature(token))}), check_challenge);
  run.step(
      "Unknown path is not found", run.request("GET", run.issuer_url_of("/api/agent/no-such-path")),
      [&](const auto& response) { return check_unknown_path(response, run.facts.is_beside && !run.facts.issuer); });
  auto foreign = run.request("GET", run.issuer_url_of(documents::kAuthorizationServerPath));
  foreign.host = kForeignHost;
  run.step("Foreign Host is refused", foreign, check_foreign_host);
  refuse_clear_text(run);
}

void test_gated(TestRun& run) {
  run.begin_group("Gated documents and paths");
  for (const auto& url : run.facts.gated_resources) {
    if (!url.starts_with(run.issuer() + "/")) continue;
    const auto path = url.substr(run.issuer().size());
    run.step(path + " without a token is refused", run.request("GET", url), [&](const auto& response) {
      return check_gated_refusal(response, path, run.issuer_url_of(documents::kProtectedResourcePath) + path);
    });
  }
}

}  // namespace agent_access::tools
