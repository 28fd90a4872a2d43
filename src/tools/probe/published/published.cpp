#include "tools/probe/published/published.hpp"

#include <array>
#include <functional>
#include <utility>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/strict_value.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/run/text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kMaxDepth = 64;  // of nested JSON; descriptions of APIs are deep
constexpr std::string_view kPassRemedy = "let the proxy pass this path, every method and all header fields unchanged";

constexpr std::array<Published, 14> kPublished{{{paths::kOpenapi, Format::json},
                                                {paths::kAuth, Format::markdown},
                                                {paths::kCatalog, Format::linkset},
                                                {paths::kAgentCard, Format::json},
                                                {paths::kMcp, Format::json},
                                                {paths::kAgent, Format::json},
                                                {paths::kServer, Format::json},
                                                {paths::kResource, Format::json},
                                                {paths::kKeys, Format::json},
                                                {paths::kSite, Format::json},
                                                {paths::kFaq, Format::json},
                                                {paths::kLlms, Format::plain},
                                                {paths::kLlmsFull, Format::plain},
                                                {paths::kAgents, Format::markdown}}};

std::string_view media_type_of(Format format) noexcept {
  switch (format) {
    case Format::json:
      return "application/json";
    case Format::linkset:
      return R"(application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727")";
    case Format::markdown:
      return "text/markdown; charset=utf-8";
    case Format::plain:
      return "text/plain; charset=utf-8";
  }
  return {};
}

/// "a; b" equals "A;b", and JSON may have a charset of utf-8, which has no meaning there (RFC 8259 section 11).
bool is_expected_type(std::string_view type, Format format) {
  const auto canonical = [](std::string_view text) {
    auto folded = base::lower_case(text);
    std::erase_if(folded, [](char c) { return c == ' ' || c == '"'; });
    return folded;
  };
  const auto expected = canonical(media_type_of(format));
  const auto got = canonical(type);
  return got == expected || (format == Format::json && got == expected + ";charset=utf-8");
}

Verdict check_content(Format format, const std::string& body) {
  if (body.empty()) return Finding{"expected content, got an empty body", "look at the log of the service"};
  if (body.starts_with("\xef\xbb\xbf") || !base::is_utf8(body)) {
    return Finding{"expected UTF-8 without a byte order mark", "no proxy may re-encode the document"};
  }
  if (format == Format::json || format == Format::linkset) {
    if (json::parse_strict_object(body, kMaxDepth)) return std::nullopt;
    return Finding{"expected one JSON object without duplicate names, got something else",
                   "no proxy may rewrite bodies"};
  }
  const auto headings = headings_of(body);
  if (!headings.empty() && headings.front().level == 1 && headings.front().offset == 0) return std::nullopt;
  return Finding{"expected a first line that starts with \"# \"", "publish the service's own document, unchanged"};
}

using NextCheck = std::function<Verdict(const client::ClientResponse&)>;

/// A request for the document without a content coding. Without Accept-Encoding a proxy may request one of its own, for
/// GET and not for HEAD; `http_rules` tests that once.
client::ClientRequest plain_request(const TestRun& run, std::string method, std::string_view path) {
  auto request = run.request(std::move(method), run.url_of(path));
  request.fields.push_back({"Accept-Encoding", "identity"});
  return request;
}

/// Sends another request of the same step; a failure names the request.
Verdict next(TestRun& run, const client::ClientRequest& request, std::string_view what, const NextCheck& check) {
  const auto answer = run.send(request);
  if (!answer) return TestRun::finding_of(answer.error());
  auto verdict = check(*answer);
  if (verdict) verdict->detail = std::string(what) + ": " + verdict->detail;
  return verdict;
}

Verdict check_document(TestRun& run, const Published& document, const client::ClientResponse& get) {
  if (auto wrong = check_get(document, get)) return wrong;
  const auto url = run.url_of(document.path);
  if (auto wrong = next(run, plain_request(run, "HEAD", document.path), "HEAD",
                        [&](const auto& answer) { return check_head(document, get, answer); })) {
    return wrong;
  }
  auto preflight = run.request("OPTIONS", url);
  preflight.fields.push_back({"Origin", "https://page.example"});
  preflight.fields.push_back({"Access-Control-Request-Method", "GET"});
  if (auto wrong = next(run, preflight, "OPTIONS", check_options)) return wrong;
  if (auto wrong = next(run, run.request("POST", url), "POST", check_post)) return wrong;
  auto conditional = plain_request(run, "GET", document.path);
  conditional.fields.push_back({"If-None-Match", std::string(get.field("ETag"))});
  return next(run, conditional, "If-None-Match", check_revalidation);
}

}  // namespace

std::span<const Published> published_documents() noexcept { return kPublished; }

Verdict check_get(const Published& document, const client::ClientResponse& answer) {
  if (answer.status != 200) {
    return unexpected(answer, "200", "pass " + std::string(document.path) + " to the service");
  }
  const auto type = answer.field("Content-Type");
  if (!is_expected_type(type, document.format)) {
    const auto expected = std::string(media_type_of(document.format));
    return Finding{"expected Content-Type " + expected + ", got " + (type.empty() ? "none" : app::printable(type, 60)),
                   "let the web server or proxy send the service's own Content-Type: " + expected};
  }
  if (auto wrong = check_content(document.format, answer.body)) return wrong;
  if (!is_readable_across_origins(answer)) {
    return Finding{"expected Access-Control-Allow-Origin: *, got none or another", std::string(kPassRemedy)};
  }
  if (answer.field("ETag").empty()) return Finding{"expected an ETag, got none", std::string(kPassRemedy)};
  const auto cache = answer.field("Cache-Control");
  if (cache.find("max-age=") == std::string_view::npos || is_not_stored(answer)) {
    return Finding{"expected Cache-Control with max-age, got " + (cache.empty() ? "none" : app::printable(cache, 40)),
                   std::string(kPassRemedy)};
  }
  return std::nullopt;
}

Verdict check_head(const Published& document, const client::ClientResponse& get, const client::ClientResponse& answer) {
  if (answer.status != 200) return unexpected(answer, "200", std::string(kPassRemedy));
  for (const auto* name : {"Content-Type", "ETag"}) {
    if (opaque_tag(answer.field(name)) != opaque_tag(get.field(name))) {
      return Finding{"expected the " + std::string(name) + " of GET, got " + app::printable(answer.field(name), 60),
                     std::string(kPassRemedy)};
    }
  }
  // A proxy may compress or omit the length; a wrong length is an error.
  const auto length = answer.field("Content-Length");
  if (!length.empty() && length != std::to_string(get.body.size())) {
    return Finding{"expected Content-Length " + std::to_string(get.body.size()) + ", got " + app::printable(length, 12),
                   std::string(kPassRemedy)};
  }
  if (document.format == Format::linkset && !has_link_relation(answer, "api-catalog")) {
    return Finding{"expected Link with rel=\"api-catalog\" (RFC 9727 section 3), got none", std::string(kPassRemedy)};
  }
  return std::nullopt;
}

Verdict check_options(const client::ClientResponse& answer) {
  if (answer.status != 204) return unexpected(answer, "204", std::string(kPassRemedy));
  const auto methods = answer.field("Access-Control-Allow-Methods");
  if (is_readable_across_origins(answer) && methods.find("GET") != std::string_view::npos) return std::nullopt;
  return Finding{"expected Access-Control-Allow-Origin * and -Methods with GET", std::string(kPassRemedy)};
}

Verdict check_post(const client::ClientResponse& answer) {
  if (auto wrong = check_error(answer, 405, "method_not_allowed")) return wrong;
  if (answer.field("Allow").find("GET") != std::string_view::npos) return std::nullopt;
  return Finding{"expected Allow with GET, got none", std::string(kPassRemedy)};
}

Verdict check_revalidation(const client::ClientResponse& answer) {
  if (answer.status == 304) return std::nullopt;
  return unexpected(answer, "304 to the ETag just sent", std::string(kPassRemedy));
}

void test_published(TestRun& run, Documents& documents) {
  for (const auto& document : kPublished) {
    run.step(std::string(document.path), plain_request(run, "GET", document.path), [&](const auto& answer) {
      documents.put(document.path, answer);
      return check_document(run, document, answer);
    });
  }
}

}  // namespace agent_access::tools
