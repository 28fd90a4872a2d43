// Published documents through the handler: fields, conditions, codings.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>

#include "http/fields.hpp"
#include "service/fault_table.hpp"
#include "site/content/load.hpp"
#include "site/publish/publication.hpp"
#include "site/templates/assets.hpp"
#include "support/vectors.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kMetadata = "/.well-known/oauth-authorization-server";

TEST_F(ServiceTest, ServesDocumentsWithCacheFields) {
  const std::vector<std::tuple<std::string, std::string, std::string>> rows = {
      {"/", "text/html; charset=utf-8", "home"},
      {"/.well-known/jwks.json", "application/json", "jwks"},
      {"/openapi.json", "application/json", "discovery"},
      {"/agent-access", "text/html; charset=utf-8", "page"},
      {"/own/page", "text/html; charset=utf-8", "file"},
      {kMetadata, "application/json", "metadata"},
      {"/.well-known/oauth-protected-resource", "application/json", "metadata"},
      {"/.well-known/oauth-protected-resource/api/agent/full-profile", "application/json", "metadata"}};
  for (const auto& [path, type, route] : rows) {
    SCOPED_TRACE(path);
    for (const auto* host : {"example.com", "www.example.com"}) {
      const auto answer = send(http::Method::get, path, {}, {}, host);
      EXPECT_EQ(answer.status, 200);
      EXPECT_EQ(answer.field("Content-Type"), type);
      EXPECT_EQ(answer.field("Cache-Control"), "public, max-age=300");
      EXPECT_EQ(answer.field("Vary"), path == "/" ? "Accept, Accept-Encoding" : "Accept-Encoding");
      EXPECT_EQ(answer.trace.route, route);
      EXPECT_NE(answer.field_text.find(http::kCorsFields), std::string::npos);
      const auto head = send(http::Method::head, path, {}, {}, host);
      EXPECT_EQ(head.field_text, answer.field_text);
      EXPECT_EQ(head.body, answer.body);
    }
  }
}

TEST_F(ServiceTest, ServesTheHomePageAsMarkdownIfAcceptNamesIt) {
  const auto page = get("/", {{"Accept", "text/html, */*"}});
  const auto markdown = get("/", {{"Accept", "text/markdown"}});
  EXPECT_EQ(page.field("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(markdown.field("Content-Type"), "text/markdown; charset=utf-8");
  EXPECT_EQ(markdown.field("Vary"), "Accept, Accept-Encoding");
  EXPECT_NE(markdown.field("ETag"), page.field("ETag"));
  EXPECT_TRUE(markdown.body.starts_with("---\ntitle: \"Example\"")) << markdown.body.substr(0, 40);
  // Fields of one name are one list (RFC 9110 section 5.3).
  EXPECT_EQ(get("/", {{"Accept", "text/html;q=0.1"}, {"Accept", "text/markdown"}}).field("ETag"),
            markdown.field("ETag"));
  EXPECT_EQ(get("/", {{"Accept", "text/markdown"}, {"If-None-Match", page.field("ETag")}}).status, 200);
  EXPECT_EQ(get("/", {{"Accept", "text/markdown"}, {"If-None-Match", markdown.field("ETag")}}).status, 304);
}

TEST_F(ServiceTest, ServesOwnFilesInsteadOfGeneratedDocuments) {
  const auto page = get("/own/page");
  EXPECT_EQ(page.body, "<h1>own</h1>");
  EXPECT_EQ(page.field("Content-Security-Policy"), "");
  const auto replaced = get("/AGENTS.md");
  EXPECT_EQ(replaced.body, "# Own guide");
  EXPECT_EQ(replaced.field("Content-Type"), "text/markdown; charset=utf-8");
}

TEST_F(ServiceTest, NeverReplacesTheEndpointsOrTheKeySet) {
  EXPECT_EQ(get("/.well-known/jwks.json").json().size(), 1U);
  EXPECT_EQ(get("/oauth/token").status, 405);
}

TEST_F(ServiceTest, ServesEachHostItsOwnMetadata) {
  EXPECT_EQ(get(kMetadata).json().at("issuer"), "https://example.com");
  EXPECT_EQ(send(http::Method::get, kMetadata, {}, {}, "www.example.com").json().at("issuer"),
            "https://www.example.com");
}

TEST_F(ServiceTest, Returns304ForAMatchingEtag) {
  const auto fresh = get(kMetadata);
  const std::string etag = fresh.field("ETag");
  ASSERT_EQ(etag.size(), 24U);
  for (const auto& condition : {etag, "W/" + etag, "\"x\", " + etag, std::string("*")}) {
    for (const auto method : {http::Method::get, http::Method::head}) {
      const auto answer = send(method, kMetadata, {{"If-None-Match", condition}});
      EXPECT_EQ(answer.status, 304) << condition;
      EXPECT_EQ(answer.field("ETag"), etag);
      EXPECT_EQ(answer.field("Cache-Control"), "public, max-age=300");
      EXPECT_EQ(answer.field("Vary"), "Accept-Encoding");
      EXPECT_EQ(answer.field("Content-Type"), "");
    }
  }
  EXPECT_EQ(get(kMetadata, {{"If-None-Match", "\"x\""}}).status, 200);
  EXPECT_EQ(get(kMetadata, {{"If-None-Match", etag}, {"Accept-Encoding", "gzip"}}).status, 200);
}

TEST_F(ServiceTest, ServesTheAcceptedCoding) {
  const auto identity = get(kMetadata);
  const auto gzip = get(kMetadata, {{"Accept-Encoding", "gzip"}});
  const auto brotli = get(kMetadata, {{"Accept-Encoding", "gzip, br"}});
  EXPECT_EQ(identity.field("Content-Encoding"), "");
  EXPECT_EQ(gzip.field("Content-Encoding"), "gzip");
  EXPECT_EQ(brotli.field("Content-Encoding"), "br");
  EXPECT_LT(gzip.body.size(), identity.body.size());
  EXPECT_LT(brotli.body.size(), identity.body.size());
  EXPECT_NE(gzip.field("ETag"), identity.field("ETag"));
  EXPECT_EQ(get(kMetadata, {{"If-None-Match", gzip.field("ETag")}, {"Accept-Encoding", "gzip"}}).status, 304);
  // Nothing that holds credentials is ever compressed.
  const auto registered = post("/oauth/register", {{"Accept-Encoding", "gzip, br"}}, "");
  EXPECT_EQ(registered.field("Content-Encoding"), "");
}

// Paths that are neither an endpoint nor a document: folders, the page for people, and JSON.

using http::Method;

const std::string kBrowser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const std::string kJsonBody =
    R"({"error":"not_found","error_description":"No such resource; see /openapi.json and /llms.txt for what exists"})";

class UnknownPathTest : public ServiceTest {
 protected:
  void enable_page() { change_to({.has_not_found_page = true}); }
};

TEST_F(UnknownPathTest, IsJsonForEverybodyUnlessThePageIsEnabled) {
  const auto answer = get("/nothing", {{"Accept", kBrowser}});
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.body, kJsonBody);
}

TEST_F(UnknownPathTest, IsAPageForBrowsers) {
  enable_page();
  const auto answer = get("/nothing?<script>evil", {{"Accept", kBrowser}});
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.field("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(answer.field("Cache-Control"), "no-store");
  EXPECT_EQ(answer.field("Vary"), "Accept, Accept-Encoding");
  EXPECT_EQ(answer.field("ETag"), "");
  EXPECT_TRUE(answer.field("Content-Security-Policy").starts_with("default-src 'none';"));
  EXPECT_NE(answer.body.find("<h1>Page not found</h1>"), std::string::npos);
  EXPECT_EQ(answer.trace.route, "unknown");
  EXPECT_EQ(answer.trace.error, "not_found");
  const auto head = send(Method::head, "/nothing", {{"Accept", kBrowser}});
  EXPECT_EQ(head.field_text, answer.field_text);
  EXPECT_EQ(head.body, answer.body);
  const auto coded = get("/nothing", {{"Accept", kBrowser}, {"Accept-Encoding", "gzip"}});
  EXPECT_EQ(coded.field("Content-Encoding"), "gzip");
  EXPECT_LT(coded.body.size(), answer.body.size());
}

TEST_F(UnknownPathTest, IsNeverAnsweredFromACache) {
  enable_page();
  EXPECT_EQ(get("/nothing", {{"Accept", kBrowser}, {"If-None-Match", "*"}}).status, 404);
}

TEST_F(UnknownPathTest, IsJsonForPrograms) {
  enable_page();
  for (const auto* accept :
       {"", "*/*", "application/json", "application/json, text/html", "text/markdown, text/html"}) {
    EXPECT_EQ(get("/nothing", {{"Accept", accept}}).body, kJsonBody) << accept;
  }
  EXPECT_EQ(get("/nothing").body, kJsonBody);
}

TEST_F(UnknownPathTest, IsJsonForOtherMethods) {
  enable_page();
  for (const Method method :
       {Method::post, Method::options, Method::put, Method::patch, Method::delete_, Method::other}) {
    for (const auto* path : {"/nothing", "/blog"}) {
      const auto answer = send(method, path, {{"Accept", kBrowser}});
      EXPECT_EQ(answer.status, 404);
      EXPECT_EQ(answer.body, kJsonBody);
    }
  }
}

TEST_F(UnknownPathTest, IsJsonBelowThePathsOfPrograms) {
  enable_page();
  for (const auto* path :
       {"/api", "/api/", "/api/agent/nothing", "/oauth", "/oauth/nothing", "/.well-known", "/.well-known/nothing"}) {
    EXPECT_EQ(get(path, {{"Accept", kBrowser}}).body, kJsonBody) << path;
  }
  for (const auto* path : {"/apix", "/oauth2", "/.well-known-x", "/API/x"}) {
    EXPECT_EQ(get(path, {{"Accept", kBrowser}}).field("Content-Type"), "text/html; charset=utf-8") << path;
  }
}

TEST_F(ServiceTest, RedirectsAFolderOfTheOwnerToItsPath) {
  for (const Method method : {Method::get, Method::head}) {
    const auto answer = send(method, "/blog?next=https://evil.test", {{"Accept", kBrowser}});
    EXPECT_EQ(answer.status, 301);
    EXPECT_EQ(answer.field("Location"), "/blog/");
    EXPECT_EQ(answer.field("Cache-Control"), "public, max-age=300");
    EXPECT_EQ(answer.body, "");
    EXPECT_EQ(answer.trace.route, "file");
  }
  EXPECT_EQ(get("/blog/").body, "<h1>blog</h1>");
}

TEST_F(ServiceTest, RedirectsToNoOtherPath) {
  // "//evil.test" would name another host in Location.
  for (const auto* path : {"//evil.test", "//evil.test/blog", "/own", "/blog/x/", "/publications", "/blo", "/Blog"}) {
    const auto answer = get(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.field("Location"), "") << path;
  }
}

TEST_F(ServiceTest, RedirectsFromSlashesTooManyToThePathOfThePage) {
  for (const auto* path : {"//blog", "//blog/", "/blog//", "///blog///"}) {
    const auto answer = get(path);
    EXPECT_EQ(answer.status, 308) << path;
    EXPECT_EQ(answer.field("Location"), "/blog/") << path;
    EXPECT_EQ(answer.trace.route, "file");
  }
  EXPECT_EQ(get("//?a=b").field("Location"), "/?a=b");
  EXPECT_EQ(send(Method::head, "/agent-access/?a").field("Location"), "/agent-access?a");
  EXPECT_EQ(post("//blog", {}, "").status, 405);
}

TEST_F(ServiceTest, ServesOtherDocumentsAtAPathWithSlashesTooMany) {
  const auto plain = get("/llms.txt");
  for (const auto* path : {"//llms.txt", "/llms.txt/", "///llms.txt//"}) {
    const auto answer = get(path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.body, plain.body) << path;
    EXPECT_EQ(get(path, {{"If-None-Match", plain.field("ETag")}}).status, 304) << path;
  }
}

TEST_F(ServiceTest, HasNothingThatATokenOpensAtAPathWithSlashesTooMany) {
  for (const auto* path : {"//api/site.json", "/api/site.json/", "//api/agent/full-profile", "/api/agent/full-profile/",
                           "//oauth/token", "/oauth/token/", "//oauth/authorize"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
  change_to({.access = {.gates = {{.prefix = "/blog/", .title = "Blog", .description = "Blog."}}}});
  EXPECT_EQ(get("//blog/").status, 404);
  EXPECT_EQ(get("/blog//").status, 404);
}

TEST_F(ServiceTest, ReadsIfMatchBeforeItSendsADocument) {
  const std::string etag = get("/llms.txt").field("ETag");
  EXPECT_EQ(get("/llms.txt", {{"If-Match", etag}}).status, 200);
  EXPECT_EQ(get("/llms.txt", {{"If-Match", etag}, {"If-None-Match", etag}}).status, 304);
  const auto refused = get("/llms.txt", {{"If-Match", "W/" + etag}, {"If-None-Match", etag}});
  EXPECT_EQ(refused.status, 412);
  EXPECT_EQ(refused.error(), "precondition_failed");
  // Each content coding has an entity tag of its own.
  EXPECT_EQ(get("/llms.txt", {{"If-Match", etag}, {"Accept-Encoding", "gzip"}}).status, 412);
}

// What the documents of the example site cost a model: the table of docs/for-agents.md, with its goals.

constexpr std::size_t kBytesOfToken = 4;
constexpr std::size_t kMostTokensBesideTheTable = 2000;

struct Cost {
  std::size_t tokens = 0;
  std::size_t goal = 0;  ///< 0: none
};

std::size_t number_of(std::string text) {
  std::erase(text, ',');
  return text.empty() ? 0 : std::stoul(text);
}

/// "| `/llms.txt` | 980 | 1,000 |" by its name.
std::map<std::string, Cost> documented() {
  const std::string page = read_file(AGENT_ACCESS_SOURCE_DIR "/docs/for-agents.md").value();
  const std::regex row(R"(\| `([^`]+)` \| ([\d,]+) \| ([\d,]*) ?\|)");
  std::map<std::string, Cost> costs;
  for (std::sregex_iterator at(page.begin(), page.end(), row); at != std::sregex_iterator(); ++at) {
    costs[(*at)[1]] = {number_of((*at)[2]), number_of((*at)[3])};
  }
  return costs;
}

class DocumentSizes : public ServiceTest {
 protected:
  std::map<std::string, std::size_t> bytes_of_documents() {
    const content::Settings settings{.base_urls = {base::parse_base_url("https://example.com").value(),
                                                   base::parse_base_url("https://www.example.com").value()},
                                     .mcp = {.is_enabled = true},
                                     .conventions = {.ard = true, .page_markdown = true}};
    const content::Content content{content::parse_site(templates::asset("example/site.json")).value(),
                                   content::parse_faq(templates::asset("example/faq.json")).value()};
    std::map<std::string, std::size_t> bytes;
    const auto keys = example_schedule();
    for (const auto& document :
         publish::render_host({settings, content, publish::document_table(), 0, service::kFaults}, keys, {})) {
      if (document.kind != documents::Kind::page) bytes[document.path] = document.body.size();
    }
    return bytes;
  }

  std::size_t bytes_of_answer(const std::string& message) {
    return post("/mcp",
                {{"Content-Type", kJsonType},
                 {"Accept", "application/json, text/event-stream"},
                 {"MCP-Protocol-Version", "2025-11-25"}},
                message)
        .body.size();
  }
};

TEST_F(DocumentSizes, AreInTheTableAndWithinItsGoals) {
  change_to({.mcp = {.is_enabled = true}});
  auto bytes = bytes_of_documents();
  bytes["tools/list"] = bytes_of_answer(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  bytes["initialize"] = bytes_of_answer(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"Example","version":"1"}}})");
  const auto table = documented();
  for (const auto& [name, size] : bytes) {
    const auto row = table.find(name);
    if (row == table.end()) {
      EXPECT_LE(size, kMostTokensBesideTheTable * kBytesOfToken) << name << " belongs into the table";
      continue;
    }
    const auto tokens = static_cast<double>(size) / kBytesOfToken;
    EXPECT_NEAR(tokens, static_cast<double>(row->second.tokens), 10 + tokens / 10) << name;
    if (row->second.goal != 0) {
      EXPECT_LE(size, row->second.goal * kBytesOfToken) << name;
    }
  }
  for (const auto& [name, cost] : table) EXPECT_TRUE(bytes.contains(name)) << name << " is no document";
  EXPECT_LT(bytes.at("/openapi.json"), 30'000U);
}

}  // namespace
}  // namespace agent_access::test
