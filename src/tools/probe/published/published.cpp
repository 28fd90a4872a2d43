#include <array>
#include <utility>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/strict_value.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kMaxDepth = 64;  // of nested JSON; descriptions of APIs are deep
constexpr const char* kPassRemedy = "let the proxy pass this path, every method and all header fields unchanged";

constexpr std::string_view kMarkdownType = "text/markdown; charset=utf-8";
constexpr std::string_view kTextType = "text/plain; charset=utf-8";
constexpr std::string_view kLinksetType =
    R"(application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727")";

constexpr auto kPublished = std::to_array<Published>({
    {paths::kOpenapi},
    {paths::kAuth, kMarkdownType},
    {paths::kCatalog, kLinksetType},
    {paths::kAgentCard},
    {paths::kMcp},
    {paths::kAgent},
    {paths::kServer},
    {paths::kResource},
    {paths::kKeys},
    {paths::kSite},
    {paths::kFaq},
    {paths::kLlms, kTextType},
    {paths::kLlmsFull, kTextType},
    {paths::kAgents, kMarkdownType},
});
/// What the checks need beside these documents.
constexpr auto kSitePaths = std::to_array<std::string_view>(
    {paths::kProfileResource, paths::kOpenid, paths::kRobots, paths::kSitemap, paths::kTools, paths::kSkills,
     paths::kAiCatalog, paths::kArd, paths::kUnknownPage, paths::kUnknownApi, oauth::kProfilePath});

/// "a; b" equals "A;b", and JSON may have a charset of utf-8, which has no meaning there (RFC 8259 section 11).
bool is_expected_type(std::string_view type, std::string_view wanted) {
  const auto canonical = [](std::string_view text) {
    auto folded = base::lower_case(text);
    std::erase_if(folded, [](char c) { return c == ' ' || c == '"'; });
    return folded;
  };
  const auto expected = canonical(wanted);
  const auto got = canonical(type);
  return got == expected || (wanted == "application/json" && got == expected + ";charset=utf-8");
}

Verdict check_content(std::string_view media_type, const std::string& body) {
  if (body.empty()) return Finding{"expected content, got an empty body", "look at the log of the service"};
  if (body.starts_with("\xef\xbb\xbf") || !base::is_utf8(body)) {
    return Finding{"expected UTF-8 without a byte order mark", "no proxy may re-encode the document"};
  }
  if (media_type.starts_with("application/")) {
    if (json::parse_strict_object(body, kMaxDepth)) return std::nullopt;
    return Finding{"expected one JSON object without duplicate names, got something else",
                   "no proxy may rewrite bodies"};
  }
  const auto headings = headings_of(body);
  if (!headings.empty() && headings.front().level == 1 && headings.front().offset == 0) return std::nullopt;
  return Finding{"expected a first line that starts with \"# \"", "publish the service's own document, unchanged"};
}

/// A request for the document without a content coding. Without Accept-Encoding a proxy may request one of its own, for
/// GET and not for HEAD; `http_rules` tests that once.
client::ClientRequest plain_request(const TestRun& run, std::string method, std::string_view path,
                                    TestRun::Fields more = {}) {
  more.insert(more.begin(), {"Accept-Encoding", "identity"});
  return run.request(std::move(method), run.url_of(path), more);
}

Verdict check_document(TestRun& run, const Published& document, const client::ClientResponse& get) {
  if (auto wrong = check_get(document, get)) return wrong;
  const auto url = run.url_of(document.path);
  struct Next {
    const char* what;
    client::ClientRequest request;
    ResponseCheck check;
  };
  const std::array<Next, 4> all{
      {{"HEAD", plain_request(run, "HEAD", document.path),
        [&](const auto& answer) { return check_head(document, get, answer); }},
       {"OPTIONS",
        run.request("OPTIONS", url, {{"Origin", "https://page.example"}, {"Access-Control-Request-Method", "GET"}}),
        check_options},
       {"POST", run.request("POST", url), check_post},
       {"If-None-Match", plain_request(run, "GET", document.path, {{"If-None-Match", std::string(get.field("ETag"))}}),
        check_revalidation}}};
  for (const auto& [what, request, check] : all) {
    const auto answer = run.send(request);
    if (!answer) return TestRun::finding_of(answer.error());
    auto verdict = check(*answer);
    if (!verdict) continue;
    verdict->detail = std::string(what) + ": " + verdict->detail;
    return verdict;
  }
  return std::nullopt;
}

/// Sends the requests for each document; stores each response.
void test_published(TestRun& run, Documents& documents) {
  for (const auto& document : kPublished) {
    run.step(std::string(document.path), plain_request(run, "GET", document.path), [&](const auto& answer) {
      documents.put(document.path, answer);
      return check_document(run, document, answer);
    });
  }
}

void fetch(TestRun& run, Documents& documents, std::string_view path, std::string_view accept = "") {
  auto request = run.request("GET", run.url_of(path.substr(0, path.find('#'))));
  if (!accept.empty()) request.fields.front().value = accept;
  if (auto answer = run.send(request)) documents.put(path, std::move(*answer));
}

/// The checks report what is missing.
void fetch_site(TestRun& run, Documents& documents) {
  for (const auto path : kSitePaths) fetch(run, documents, path);
  fetch(run, documents, paths::kHome, "text/html");
  fetch(run, documents, paths::kHomeMarkdown, "text/markdown");
  // Each page, as HTML and as Markdown, and the Markdown form that it names.
  for (const auto& page : pages_with_forms(documents)) {
    fetch(run, documents, page, "text/html");
    fetch(run, documents, page + std::string(paths::kAsMarkdown), "text/markdown");
    const auto form = markdown_form_of(documents, page);
    if (!form.empty()) fetch(run, documents, form);
  }
}

/// auth-md endpoints: OPTIONS returns anything but 404.
void send_options(TestRun& run, const Documents& documents) {
  const auto* server = documents.json(paths::kServer);
  for (const std::string member : {"agent_auth.register_uri", "agent_auth.claim_uri"}) {
    const auto url = server == nullptr ? std::string() : text_at(*server, member);
    const auto name = member + " accepts OPTIONS";
    if (url.starts_with(documents.origin() + "/")) {
      run.step(name, run.request("OPTIONS", url), [&](const auto& answer) { return check_link(url, answer); });
    } else {
      run.skip(name);
    }
  }
}

}  // namespace

std::span<const Published> published_documents() noexcept { return kPublished; }

Verdict check_get(const Published& document, const client::ClientResponse& answer) {
  if (answer.status != 200) {
    return unexpected(answer, "200", "pass " + std::string(document.path) + " to the service");
  }
  const auto type = answer.field("Content-Type");
  if (!is_expected_type(type, document.media_type)) {
    const auto expected = std::string(document.media_type);
    return Finding{expected_got("Content-Type " + expected, type, 60),
                   "let the web server or proxy send the service's own Content-Type: " + expected};
  }
  if (auto wrong = check_content(document.media_type, answer.body)) return wrong;
  const auto unmet =
      first_unmet({{is_readable_across_origins(answer), "Access-Control-Allow-Origin: *, got none or another"},
                   {!answer.field("ETag").empty(), "an ETag, got none"}});
  if (!unmet.empty()) return Finding{"expected " + unmet, kPassRemedy};
  if (has_in_field(answer, "Cache-Control", "max-age=") && !is_not_stored(answer)) return std::nullopt;
  return Finding{expected_got("Cache-Control with max-age", answer.field("Cache-Control"), 40), kPassRemedy};
}

Verdict check_head(const Published& document, const client::ClientResponse& get, const client::ClientResponse& answer) {
  if (answer.status != 200) return unexpected(answer, "200", kPassRemedy);
  for (const auto* name : {"Content-Type", "ETag"}) {
    if (opaque_tag(answer.field(name)) == opaque_tag(get.field(name))) continue;
    return Finding{"expected the " + std::string(name) + " of GET, got " + app::printable(answer.field(name), 60),
                   kPassRemedy};
  }
  if (auto wrong = check_length(answer, get.body.size(), kPassRemedy)) return wrong;
  if (document.media_type != kLinksetType || has_link_relation(answer, "api-catalog")) return std::nullopt;
  return Finding{"expected Link with rel=\"api-catalog\" (RFC 9727 section 3), got none", kPassRemedy};
}

Verdict check_options(const client::ClientResponse& answer) {
  if (answer.status != 204) return unexpected(answer, "204", kPassRemedy);
  if (is_readable_across_origins(answer) && has_in_field(answer, "Access-Control-Allow-Methods", "GET")) {
    return std::nullopt;
  }
  return Finding{"expected Access-Control-Allow-Origin * and -Methods with GET", kPassRemedy};
}

Verdict check_post(const client::ClientResponse& answer) {
  if (auto wrong = check_error(answer, 405, "method_not_allowed")) return wrong;
  if (has_in_field(answer, "Allow", "GET")) return std::nullopt;
  return Finding{"expected Allow with GET, got none", kPassRemedy};
}

Verdict check_revalidation(const client::ClientResponse& answer) {
  if (answer.status == 304) return std::nullopt;
  return unexpected(answer, "304 to the ETag just sent", kPassRemedy);
}

void test_documents(TestRun& run) {
  Documents documents(run.origin());
  run.begin_group("Documents");
  test_published(run, documents);
  fetch_site(run, documents);
  run.begin_group("Agreement");
  run_checks(run, documents, address_checks());
  run_checks(run, documents, content_checks());
  run.begin_group("Links");
  test_links(run, documents);
  run.begin_group("Scanners");
  for (const auto& checks :
       {auth_checks(), card_checks(), api_checks(), text_checks(), site_checks(), convention_checks()}) {
    run_checks(run, documents, checks);
  }
  send_options(run, documents);
}

}  // namespace agent_access::tools
