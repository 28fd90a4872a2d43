#include <string>

#include "app/text/text.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kForeignHost = "foreign-host.invalid";
constexpr std::string_view kPageOrigin = "https://page.example";
constexpr std::string_view kPassRemedy = "let the proxy pass the method and the header fields unchanged";
constexpr std::string_view kMetadata = "/.well-known/oauth-authorization-server";

bool names_method(std::string_view list, std::string_view method) noexcept {
  return list.find(method) != std::string_view::npos;
}

Verdict check_wrong_method(const client::ClientResponse& response, std::string_view allowed) {
  if (auto wrong = check_error(response, 405, "method_not_allowed")) return wrong;
  if (names_method(response.field("Allow"), allowed)) return std::nullopt;
  const auto got = response.field("Allow");
  return Finding{
      "expected Allow with " + std::string(allowed) + ", got " + (got.empty() ? "none" : app::printable(got, 40)),
      std::string(kPassRemedy)};
}

void use_wrong_methods(TestRun& run) {
  run.step("Wrong method at the profile is refused", run.request("DELETE", run.profile_url()),
           [](const auto& response) { return check_wrong_method(response, "GET"); });
  constexpr auto* kToken = "Wrong method at the token endpoint is refused";
  if (!run.ready(kToken, {run.facts.token_endpoint})) return;
  run.step(kToken, run.request("GET", run.facts.token_endpoint),
           [](const auto& response) { return check_wrong_method(response, "POST"); });
}

/// A proxy may respond to names that are not its own. The document of another name is a warning, because the proxy then
/// replaces Host; a response that contains the foreign name is a failure, because names from a request must not get
/// into documents and tokens.
void send_foreign_host(TestRun& run) {
  auto request = run.request("GET", run.url_of(kMetadata));
  request.host = kForeignHost;
  run.step("Foreign Host is refused", request, [](const auto& response) -> Verdict {
    if (response.body.find(kForeignHost) != std::string::npos) {
      return Finding{"expected 421, got a response that repeats the foreign host name",
                     "let the proxy pass Host unchanged, and name only your own hosts in base_urls"};
    }
    auto wrong = check_error(response, 421, "misdirected_request");
    if (!wrong || response.status == 421) return wrong;
    const auto document = json_body(response);
    if (response.status == 200 && document && !text_member(*document, "issuer").empty()) {
      wrong->mark = Mark::warned;
      wrong->remedy = "let the proxy pass Host unchanged, so that requests for unknown names are refused";
      return wrong;
    }
    return Finding{"a proxy responds to unknown names itself: " + std::to_string(response.status), "", Mark::passed};
  });
}

void request_as_page(TestRun& run) {
  constexpr auto* kName = "Browsers of any origin may call";
  if (!run.ready(kName, {run.facts.token_endpoint})) return;
  auto preflight = run.request("OPTIONS", run.facts.token_endpoint);
  preflight.fields.push_back({"Origin", std::string(kPageOrigin)});
  preflight.fields.push_back({"Access-Control-Request-Method", "POST"});
  preflight.fields.push_back({"Access-Control-Request-Headers", "authorization, content-type"});
  run.step(kName, preflight, [](const auto& response) -> Verdict {
    if (response.status != 204) return unexpected(response, "204 to the preflight", std::string(kPassRemedy));
    if (is_readable_across_origins(response) && names_method(response.field("Access-Control-Allow-Methods"), "POST") &&
        response.count("Access-Control-Allow-Headers") == 1) {
      return std::nullopt;
    }
    return Finding{"expected Access-Control-Allow-Origin *, -Methods with POST and -Headers", std::string(kPassRemedy)};
  });
}

void request_head(TestRun& run, const std::string& url, std::size_t size) {
  run.step("HEAD matches GET", run.request("HEAD", url), [&](const auto& response) -> Verdict {
    if (response.status != 200) return unexpected(response, "200", std::string(kPassRemedy));
    const auto length = response.field("Content-Length");
    // A proxy may compress or omit the length; a wrong length is an error.
    if (length.empty() || length == std::to_string(size)) return std::nullopt;
    return Finding{"expected Content-Length " + std::to_string(size) + ", got " + app::printable(length, 12),
                   std::string(kPassRemedy)};
  });
}

void request_conditionally(TestRun& run, const std::string& url, const std::string& tag) {
  constexpr auto* kName = "Unchanged documents are not sent again";
  if (!run.ready(kName, {tag})) return;
  auto request = run.request("GET", url);
  request.fields.push_back({"If-None-Match", tag});
  run.step(kName, request, [](const auto& response) -> Verdict {
    if (response.status == 304) return std::nullopt;
    return unexpected(response, "304 to the ETag just sent", std::string(kPassRemedy));
  });
}

/// RFC 9110 section 8.8.3: the ETag of one content coding is not that of another. A proxy that requests gzip by itself
/// and decompresses the response breaks that, and otherwise only costs time: a warning. It may also make the ETag weak.
void compare_codings(TestRun& run, const std::string& url, const std::string& tag) {
  constexpr auto* kName = "ETag is that of the body";
  if (!run.ready(kName, {tag})) return;
  auto request = run.request("GET", url);
  request.fields.push_back({"Accept-Encoding", "identity"});
  run.step(kName, request, [&](const auto& response) -> Verdict {
    if (response.status != 200) return unexpected(response, "200 without a content coding", std::string(kPassRemedy));
    if (tag.starts_with("W/") || opaque_tag(response.field("ETag")) == tag) return std::nullopt;
    return Finding{"expected the same ETag with Accept-Encoding: identity and without the field; a proxy decompresses",
                   "let the proxy request no compression of its own (Caddy: transport http { compression off })",
                   Mark::warned};
  });
}

void request_like_cache(TestRun& run) {
  const auto url = run.url_of(kMetadata);
  std::string tag;
  std::size_t size = 0;
  const auto good = run.step("Documents may be cached", run.request("GET", url), [&](const auto& response) -> Verdict {
    if (response.status != 200) return unexpected(response, "200", "pass this path to the service");
    tag = response.field("ETag");
    size = response.body.size();
    if (tag.empty() || response.field("Cache-Control").find("max-age=") == std::string_view::npos) {
      return Finding{"expected ETag and Cache-Control with max-age", std::string(kPassRemedy)};
    }
    if (!is_readable_across_origins(response)) {
      return Finding{"expected Access-Control-Allow-Origin: *, got none", std::string(kPassRemedy)};
    }
    return std::nullopt;
  });
  if (!good) return;
  request_head(run, url, size);
  request_conditionally(run, url, tag);
  compare_codings(run, url, tag);
}

}  // namespace

void test_http_rules(TestRun& run) {
  run.begin_group("Refusals");
  use_wrong_methods(run);
  send_foreign_host(run);
  run.begin_group("Access");
  request_as_page(run);
  request_like_cache(run);
}

}  // namespace agent_access::tools
