#include "tools/probe/documents.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "http/message.hpp"
#include "oauth/types.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"
#include "tools/probe/first_contact.hpp"
#include "tools/probe/responses.hpp"
#include "tools/probe/robots.hpp"
#include "tools/probe/site_responses.hpp"

namespace agent_access::tools {
namespace {

using documents::kAuthorizationServerPath;
using documents::kProtectedResourcePath;

constexpr std::size_t kMostTokens = 10'000;
constexpr std::size_t kBytesOfToken = 4;
/// What models read as a whole.
constexpr auto kGuides = std::to_array<std::string_view>(
    {documents::kOpenapiPath, documents::kAuthMdPath, documents::kAgentsMdPath, documents::kLlmsPath});
/// What a URL in JSON, Markdown or text ends with.
constexpr std::string_view kUrlEnds = " \t\r\n)>\"'`]|<{}\\#?,;";

/// "a; b" equals "A;b", and JSON may have a charset of utf-8, which has no meaning there (RFC 8259 section 11).
bool is_expected_type(std::string_view type, std::string_view wanted) {
  const auto canonical = [](std::string_view text) {
    auto folded = base::lower_case(text);
    std::erase_if(folded, [](char c) { return c == ' ' || c == '"'; });
    return folded;
  };
  const auto expected = canonical(wanted);
  const auto got = canonical(type);
  return got == expected || (wanted == documents::kJsonType && got == expected + ";charset=utf-8");
}

bool is_json(std::string_view media_type) {
  const auto essence = documents::essence_of(media_type);
  return essence == documents::kJsonType || essence.ends_with("+json");
}

Verdict check_representation(const documents::DocumentRow& row, const tools::ClientResponse& response) {
  if (response.status != 200) {
    return unexpected(response, "200", "pass " + std::string(row.path) + " to the service");
  }
  const std::string expected(row.media_type);
  const auto type = response.field("Content-Type");
  if (!is_expected_type(type, expected)) {
    return Finding{expected_got("Content-Type " + expected, type),
                   "let the web server or proxy send the service's own Content-Type: " + expected};
  }
  if (!is_readable_across_origins(response)) {
    return Finding{"expected Access-Control-Allow-Origin: *, got none or another", kPassFields};
  }
  if (response.body.empty()) return Finding{"expected content, got an empty body", "look at the log of the service"};
  if (is_json(row.media_type) && !parsed_body(response)) {
    return Finding{"expected one JSON object, got something else", "no proxy may rewrite bodies"};
  }
  return std::nullopt;
}

/// Whether the URL is of an endpoint, of the keys, of metadata or of the profile at another host than the issuer's.
bool is_foreign_endpoint(std::string_view text, const std::string& issuer) {
  constexpr auto kPaths =
      std::to_array<std::string_view>({documents::kTokenPath, documents::kRegisterPath, documents::kJwksPath,
                                       kAuthorizationServerPath, kProtectedResourcePath, oauth::kProfilePath});
  const auto url = tools::parse_url(text);
  return url && url->origin() != issuer && std::ranges::find(kPaths, url->target) != kPaths.end();
}

/// The text, the texts, or the URLs of the objects that a member has.
std::vector<std::string> addresses_at(const boost::json::object& object, std::string_view member) {
  auto found = texts_at(object, member);
  if (const auto text = text_at(object, member); !text.empty()) found.push_back(text);
  for (const auto* entry : objects_at(object, member)) found.push_back(text_at(*entry, "url"));
  return found;
}

/// RFC 9110 section 8.8.3: the ETag of one content coding is not that of another. A proxy that requests gzip by itself
/// and decompresses the response breaks that, and otherwise only costs time: a warning. It may also make the ETag weak.
Verdict check_coding(const tools::ClientResponse& response, std::string_view tag) {
  if (response.status != 200) return unexpected(response, "200 without a content coding", kPassFields);
  auto got = response.field("ETag");
  if (got.starts_with("W/")) got.remove_prefix(2);
  if (tag.starts_with("W/") || got == tag) return std::nullopt;
  return Finding{"expected the same ETag with Accept-Encoding: identity and without the field; a proxy decompresses",
                 "let the proxy request no compression of its own (Caddy: transport http { compression off })",
                 Mark::warned};
}

/// Tests one document, because all have the same fields.
void test_caching(TestRun& run, std::string_view path) {
  const auto url = run.url_of(path);
  std::string tag;
  run.step("Documents may be cached", run.request("GET", url), [&](const auto& response) -> Verdict {
    if (response.status != 200) return unexpected(response, "200", kPassPath);
    tag = response.field("ETag");
    if (!tag.empty() && has_in_field(response, "Cache-Control", "max-age=")) return std::nullopt;
    // `dev` lets nothing be stored, so that a browser shows each change.
    const bool is_dev = run.is_local() && has_in_field(response, "Cache-Control", "no-store");
    return Finding{"expected ETag and Cache-Control with max-age", kPassFields, is_dev ? Mark::warned : Mark::failed};
  });
  run.step("Unchanged documents are not sent again", {tag}, run.request("GET", url, {{"If-None-Match", tag}}),
           [](const auto& response) -> Verdict {
             if (response.status == 304) return std::nullopt;
             return unexpected(response, "304 to the ETag just sent", kPassFields);
           });
  run.step("ETag is that of the body", {tag}, run.request("GET", url, {{"Accept-Encoding", "identity"}}),
           [&](const auto& response) { return check_coding(response, tag); });
}

/// Whether this deployment has the document, or the site beside it; those with a setting of their own but MCP are not
/// tested.
bool is_expected(const documents::DocumentRow& row, const TestRun& run, const Documents& documents) {
  const auto* server = documents.json(kAuthorizationServerPath);
  const bool has_mcp = server != nullptr && lists(*server, "protected_resources", run.url_of(documents::kMcpPath));
  return documents::is_published(row.published, run.settings(has_mcp));
}

/// A host of files may not let the owner choose the fields of a document that is right.
void excuse_host(const documents::DocumentRow& row, const tools::ClientResponse& response, Verdict& verdict) {
  const bool is_document = is_json(row.media_type) ? parsed_body(response).has_value()
                                                   : !response.body.empty() && !response.body.starts_with('<');
  if (!verdict || verdict->mark != Mark::failed || response.status != 200 || !is_document) return;
  verdict->mark = Mark::warned;
  verdict->remedy = "set the fields of this path at your host, if it lets you; `export` lists them in _headers";
}

/// Keeps a document of the service for the agreement, and what agents meet first, whoever has it.
Verdict read_document(const documents::DocumentRow& row, const tools::ClientResponse& response, const TestRun& run,
                      Documents& documents, FirstContact& contact) {
  add_response(contact, row.path, response);
  if (row.path == documents::kBrowserToolsPath) contact.has_tools = response.status == 200;
  if (auto kept = check_kept(row, response, run.facts)) return kept;
  documents.put(row.path, response);
  auto verdict = check_document(row, response);
  if (!run.settings(false).issues_tokens()) excuse_host(row, response, verdict);
  return verdict;
}

void test_each_document(TestRun& run, Documents& documents, FirstContact& contact) {
  for (const auto& row : publish::document_table()) {
    if (!is_expected(row, run, documents)) continue;
    // Without Accept-Encoding a proxy may request a coding of its own; test_caching() tests that once.
    run.step(std::string(row.path), run.request("GET", run.url_of(row.path), {{"Accept-Encoding", "identity"}}),
             [&](const auto& response) { return read_document(row, response, run, documents, contact); });
  }
  run.step(std::string(documents::kRobotsPath), run.request("GET", run.url_of(documents::kRobotsPath)),
           [&](const auto& response) {
             add_response(contact, documents::kRobotsPath, response);
             return check_robots(response, run.settings(false).issues_tokens());
           });
}

void test_first_contact(TestRun& run, FirstContact& contact) {
  if (const auto page = run.send(run.request("GET", run.url_of("/")))) add_response(contact, "/", *page);
  run.begin_group("What agents meet first");
  for (const auto& [name, missing] : leads_of(contact)) run.check(std::string(name), missing);
}

}  // namespace

void Documents::put(std::string_view path, const tools::ClientResponse& response) {
  if (response.status != 200) return;
  bodies_.insert_or_assign(std::string(path), response.body);
  if (auto object = parsed_body(response)) json_.insert_or_assign(std::string(path), std::move(*object));
}

const boost::json::object* Documents::json(std::string_view path) const {
  const auto found = json_.find(path);
  return found == json_.end() ? nullptr : &found->second;
}

Verdict check_document(const documents::DocumentRow& row, const tools::ClientResponse& response) {
  if (auto wrong = check_representation(row, response)) {
    // The documents of the specification are operations of /openapi.json.
    if (!row.api) wrong->mark = Mark::warned;
    return wrong;
  }
  const auto tokens = response.body.size() / kBytesOfToken;
  if (std::ranges::find(kGuides, row.path) == kGuides.end() || tokens <= kMostTokens) return std::nullopt;
  return Finding{
      "about " + std::to_string(tokens) + " tokens; agents read " + std::to_string(kMostTokens) + " at most as a whole",
      "shorten your own document, or link to its parts; a gate for many shortens /openapi.json", Mark::warned};
}

Verdict check_own_address(const Documents& documents) {
  const auto& origin = documents.origin();
  const auto of_profile = std::string(kProtectedResourcePath) + std::string(oauth::kProfilePath);
  struct Row {
    std::string_view path;
    const char* member;
    std::string address;
  };
  for (const auto& [path, member, address] :
       {Row{kAuthorizationServerPath, "issuer", origin}, Row{kProtectedResourcePath, "resource", origin},
        Row{kProtectedResourcePath, "authorization_servers", origin},
        Row{of_profile, "resource", origin + std::string(oauth::kProfilePath)},
        Row{documents::kOpenapiPath, "servers", origin}}) {
    const auto* object = documents.json(path);
    if (object == nullptr) continue;
    const auto got = addresses_at(*object, member);
    if (std::ranges::find(got, address) != got.end()) continue;
    return same_address(std::string(path) + ": " + member + " ", address, got.empty() ? "" : got.front());
  }
  return std::nullopt;
}

Verdict check_endpoint_urls(const Documents& documents) {
  for (const auto& [path, body] : documents.bodies()) {
    const std::string_view text = body;
    for (auto at = text.find("http"); at != std::string_view::npos; at = text.find("http", at + 1)) {
      auto url = text.substr(at, std::min(text.find_first_of(kUrlEnds, at), text.size()) - at);
      while (url.ends_with('.') || url.ends_with(':')) url.remove_suffix(1);
      if (!is_foreign_endpoint(url, documents.issuer())) continue;
      return same_address(path + ": addresses of ", documents.issuer(), url);
    }
  }
  return std::nullopt;
}

void test_documents(TestRun& run) {
  Documents documents(run.origin(), run.issuer());
  FirstContact contact{.base_url = run.origin(), .has_profile = run.facts.has_profile};
  run.begin_group("Documents");
  test_each_document(run, documents, contact);
  test_caching(run, run.settings(false).issues_tokens() ? kAuthorizationServerPath : documents::kSitePath);
  test_first_contact(run, contact);
  run.begin_group("Agreement");
  run.check("Issuer, resources and servers are this address", check_own_address(documents));
  if (run.facts.has_profile) {
    run.check(run.facts.issuer ? "All documents name the endpoints of the issuer"
                               : "All documents name the endpoints of this address",
              check_endpoint_urls(documents));
  }
}

}  // namespace agent_access::tools
