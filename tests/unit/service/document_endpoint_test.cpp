// Published documents through the handler: fields, conditions, codings.
#include "http/fields.hpp"
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

}  // namespace
}  // namespace agent_access::test
