// Requests that must be refused, and the rules of HTTP: CORS, HEAD, conditional requests, methods, hosts.
#include "oauth/types.hpp"
#include "tools/probe/run/documents.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kForeignHost = "foreign-host.invalid";

/// The same text with another first character of the base64url alphabet: all its bits are significant, unlike those of
/// the last character.
std::string altered(std::string text) {
  if (text.empty()) return text;
  text.front() = text.front() == 'A' ? 'B' : 'A';
  return text;
}

std::string with_altered_signature(const std::string& token) {
  const auto dot = token.rfind('.');
  if (dot == std::string::npos || dot + 1 == token.size()) return altered(token);
  return token.substr(0, dot + 1) + altered(token.substr(dot + 1));
}

using Form = std::initializer_list<std::pair<std::string_view, std::string_view>>;

void refuse_at_token_endpoint(TestRun& run, const char* name, std::string_view needed, Form form, unsigned status,
                              std::string_view error) {
  const auto& endpoint = run.facts.token_endpoint;
  run.step(name, {endpoint, needed}, run.post(endpoint, kFormType, form_of(form)),
           [&](const auto& response) { return check_error(response, status, error); });
}

void present_wrong_secret(TestRun& run) {
  const auto& facts = run.facts;
  const auto wrong_secret = altered(facts.client_secret);
  refuse_at_token_endpoint(
      run, "Wrong secret is refused", facts.client_secret,
      {{"grant_type", oauth::kGrantType}, {"client_id", facts.client_id}, {"client_secret", wrong_secret}}, 401,
      "invalid_client");
  const auto basic = run.post(facts.token_endpoint, kFormType, form_of({{"grant_type", oauth::kGrantType}}),
                              {basic_credentials(facts.client_id, wrong_secret)});
  run.step("Wrong secret by HTTP Basic is refused", {facts.token_endpoint, facts.client_secret}, basic,
           [](const auto& response) -> Verdict {
             if (auto wrong = check_error(response, 401, "invalid_client")) return wrong;
             if (response.field("WWW-Authenticate").starts_with("Basic")) return std::nullopt;
             return Finding{"expected WWW-Authenticate: Basic after HTTP Basic, got none",
                            "let the proxy pass WWW-Authenticate"};
           });
}

void omit_parameters(TestRun& run) {
  refuse_at_token_endpoint(run, "Missing client_secret is refused", run.facts.client_id,
                           {{"grant_type", oauth::kGrantType}, {"client_id", run.facts.client_id}}, 400,
                           "invalid_request");
  refuse_at_token_endpoint(run, "Another grant is refused", run.facts.token_endpoint, {{"grant_type", "password"}}, 400,
                           "unsupported_grant_type");
}

void present_altered_token(TestRun& run) {
  const auto token = with_altered_signature(run.facts.access_token);
  run.step("Altered token is refused", {run.facts.access_token}, run.request("GET", run.profile_url(), {bearer(token)}),
           [](const auto& response) {
             if (auto wrong = check_error(response, 401, "invalid_token")) return wrong;
             return check_challenge(response, "invalid_token");
           });
}

void request_unknown_path(TestRun& run) {
  run.step("Unknown path is not found", run.request("GET", run.url_of(paths::kUnknownApi)),
           [](const auto& response) { return check_error(response, 404, "not_found"); });
}

Verdict check_wrong_method(const client::ClientResponse& response, std::string_view allowed) {
  if (auto wrong = check_error(response, 405, "method_not_allowed")) return wrong;
  if (has_in_field(response, "Allow", allowed)) return std::nullopt;
  return Finding{expected_got("Allow with " + std::string(allowed), response.field("Allow"), 40), kPassFields};
}

void use_wrong_methods(TestRun& run) {
  run.step("Wrong method at the profile is refused", run.request("DELETE", run.profile_url()),
           [](const auto& response) { return check_wrong_method(response, "GET"); });
  run.step("Wrong method at the token endpoint is refused", {run.facts.token_endpoint},
           run.request("GET", run.facts.token_endpoint),
           [](const auto& response) { return check_wrong_method(response, "POST"); });
}

/// A proxy may respond to names that are not its own. The document of another name is a warning, because the proxy then
/// replaces Host; a response that contains the foreign name is a failure, because names from a request must not get
/// into documents and tokens.
void send_foreign_host(TestRun& run) {
  auto request = run.request("GET", run.url_of(paths::kServer));
  request.host = kForeignHost;
  run.step("Foreign Host is refused", request, [](const auto& response) -> Verdict {
    if (response.body.find(kForeignHost) != std::string::npos) {
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
  });
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

void request_conditionally(TestRun& run, const std::string& url, const std::string& tag) {
  run.step("Unchanged documents are not sent again", {tag}, run.request("GET", url, {{"If-None-Match", tag}}),
           [](const auto& response) -> Verdict {
             if (response.status == 304) return std::nullopt;
             return unexpected(response, "304 to the ETag just sent", kPassFields);
           });
}

/// RFC 9110 section 8.8.3: the ETag of one content coding is not that of another. A proxy that requests gzip by itself
/// and decompresses the response breaks that, and otherwise only costs time: a warning. It may also make the ETag weak.
void compare_codings(TestRun& run, const std::string& url, const std::string& tag) {
  run.step("ETag is that of the body", {tag}, run.request("GET", url, {{"Accept-Encoding", "identity"}}),
           [&](const auto& response) -> Verdict {
             if (response.status != 200) return unexpected(response, "200 without a content coding", kPassFields);
             if (tag.starts_with("W/") || opaque_tag(response.field("ETag")) == tag) return std::nullopt;
             return Finding{
                 "expected the same ETag with Accept-Encoding: identity and without the field; a proxy decompresses",
                 "let the proxy request no compression of its own (Caddy: transport http { compression off })",
                 Mark::warned};
           });
}

void request_like_cache(TestRun& run) {
  const auto url = run.url_of(paths::kServer);
  client::ClientResponse got;
  const auto good = run.step("Documents may be cached", run.request("GET", url), [&](const auto& response) -> Verdict {
    got = response;
    if (response.status != 200) return unexpected(response, "200", kPassPath);
    const bool has_both = !response.field("ETag").empty() && has_in_field(response, "Cache-Control", "max-age=");
    const auto unmet =
        first_unmet({{has_both, "ETag and Cache-Control with max-age"},
                     {is_readable_across_origins(response), "Access-Control-Allow-Origin: *, got none"}});
    return unmet.empty() ? Verdict() : Finding{"expected " + unmet, kPassFields};
  });
  if (!good) return;
  const std::string tag(got.field("ETag"));
  run.step("HEAD matches GET", run.request("HEAD", url),
           [&](const auto& response) { return check_length(response, got.body.size(), kPassFields); });
  request_conditionally(run, url, tag);
  compare_codings(run, url, tag);
}

}  // namespace

void test_refusals(TestRun& run) {
  run.begin_group("Refusals");
  present_wrong_secret(run);
  omit_parameters(run);
  present_altered_token(run);
  request_unknown_path(run);
}

void test_http_rules(TestRun& run) {
  run.begin_group("Refusals");
  use_wrong_methods(run);
  send_foreign_host(run);
  run.begin_group("Access");
  request_as_page(run);
  request_like_cache(run);
}

}  // namespace agent_access::tools
