// What `try` says of single documents, and of the addresses in all documents.
#include <gtest/gtest.h>

#include <map>

#include "site/publish/publication.hpp"
#include "tools/probe/documents.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kServerPath = "/.well-known/oauth-authorization-server";
constexpr std::string_view kResourcePath = "/.well-known/oauth-protected-resource";

const documents::DocumentRow& row_of(std::string_view path) {
  const auto table = publish::document_table();
  return *std::ranges::find(table, path, &documents::DocumentRow::path);
}

Verdict checked(std::string_view path, const tools::ClientResponse& response) {
  return check_document(row_of(path), response);
}

TEST(CheckDocument, AcceptsAWrittenMediaTypeInAnyForm) {
  EXPECT_FALSE(checked("/openapi.json", answer_of(200, documents::kJsonType, "{}")));
  EXPECT_FALSE(checked("/openapi.json", answer_of(200, "application/json; charset=utf-8", "{}")));
  EXPECT_FALSE(checked("/auth.md", answer_of(200, "text/markdown;charset=UTF-8", "# A\n")));
}

TEST(CheckDocument, NamesStatusTypeContentAndOrigin) {
  EXPECT_EQ(remedy_of(checked("/auth.md", answer_of(404, documents::kJsonType, "{}"))), "pass /auth.md to the service");
  EXPECT_EQ(detail_of(checked("/auth.md", answer_of(200, "text/html", "<h1>Home</h1>"))),
            "expected Content-Type text/markdown; charset=utf-8, got text/html");
  EXPECT_TRUE(checked("/auth.md", answer_of(200, "text/markdown", "# A\n")));
  EXPECT_NE(
      remedy_of(checked("/.well-known/api-catalog", answer_of(200, "application/linkset+json", "{}"))).find("rfc9727"),
      std::string::npos);
  EXPECT_EQ(detail_of(checked("/openapi.json", answer_of(200, documents::kJsonType, ""))),
            "expected content, got an empty body");
  EXPECT_EQ(detail_of(checked("/openapi.json", answer_of(200, documents::kJsonType, "{"))),
            "expected one JSON object, got something else");
  EXPECT_EQ(detail_of(checked("/openapi.json", answer_of(200, documents::kJsonType, "{}",
                                                         {{"Access-Control-Allow-Origin", "https://a.example"}}))),
            "expected Access-Control-Allow-Origin: *, got none or another");
}

TEST(CheckDocument, WarnsOfDocumentsBeyondTheSpecification) {
  const auto missing = answer_of(404, documents::kJsonType, "{}");
  EXPECT_EQ(checked("/llms.txt", missing)->mark, Mark::failed);
  for (const auto* path : {"/.well-known/openid-configuration", "/.well-known/ai-catalog.json", "/browser-tools.js"}) {
    EXPECT_EQ(checked(path, missing)->mark, Mark::warned) << path;
  }
}

TEST(CheckDocument, WarnsOfGuidesThatFillAModel) {
  constexpr std::string_view kText = "text/plain; charset=utf-8";
  const auto verdict = checked("/llms.txt", answer_of(200, kText, std::string(44'000, 'x')));
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->mark, Mark::warned);
  EXPECT_EQ(verdict->detail, "about 11000 tokens; agents read 10000 at most as a whole");
  EXPECT_FALSE(checked("/llms-full.txt", answer_of(200, kText, std::string(44'000, 'x'))));
}

using Bodies = std::map<std::string_view, std::string>;

const Bodies kGood = {
    {kServerPath, R"({"issuer":"https://example.com","token_endpoint":"https://example.com/oauth/token"})"},
    {kResourcePath, R"({"resource":"https://example.com","authorization_servers":["https://example.com"]})"},
    {"/.well-known/oauth-protected-resource/api/agent/full-profile",
     R"({"resource":"https://example.com/api/agent/full-profile"})"},
    {"/openapi.json", R"({"servers":[{"url":"https://www.example.com"},{"url":"https://example.com"}]})"},
    {"/llms.txt", "See <https://example.com/.well-known/jwks.json> and https://other.example/page."},
};

Documents documents_of(const Bodies& bodies) {
  Documents documents("https://example.com", "https://example.com");
  for (const auto& [path, body] : bodies) documents.put(path, answer_of(200, documents::kJsonType, body));
  return documents;
}

Documents with(std::string_view path, std::string body) {
  auto bodies = kGood;
  bodies[path] = std::move(body);
  return documents_of(bodies);
}

TEST(Agreement, HoldsForGoodDocumentsAndForMissingOnes) {
  EXPECT_EQ(detail_of(check_own_address(documents_of(kGood))), "passed");
  EXPECT_EQ(detail_of(check_endpoint_urls(documents_of(kGood))), "passed");
  EXPECT_EQ(check_own_address(documents_of({})), std::nullopt);
  Documents refused("https://example.com", "https://example.com");
  refused.put(kServerPath, answer_of(404, documents::kJsonType, R"({"issuer":"https://a.example"})"));
  EXPECT_EQ(check_own_address(refused), std::nullopt) << "the step of the document says that it is missing";
}

TEST(Agreement, NamesTheDocumentWithAnotherAddress) {
  EXPECT_EQ(detail_of(check_own_address(with(kServerPath, R"({"issuer":"https://example.com/"})"))),
            "expected /.well-known/oauth-authorization-server: issuer https://example.com, got https://example.com/");
  EXPECT_EQ(detail_of(check_own_address(
                with(kResourcePath, R"({"resource":"https://example.com","authorization_servers":["http://a.b"]})"))),
            "expected /.well-known/oauth-protected-resource: authorization_servers https://example.com, got "
            "http://a.b");
  EXPECT_TRUE(check_own_address(with(kResourcePath, R"({"resource":"http://example.com"})")));
  EXPECT_TRUE(check_own_address(
      with("/.well-known/oauth-protected-resource/api/agent/full-profile", R"({"resource":"https://example.com"})")));
  EXPECT_EQ(detail_of(check_own_address(with("/openapi.json", R"({"servers":[{"url":"https://www.example.com"}]})"))),
            "expected /openapi.json: servers https://example.com, got https://www.example.com");
}

TEST(Agreement, FindsEndpointsOfAnotherHostInAnyText) {
  const std::string expected = "expected /llms.txt: addresses of https://example.com, got ";
  for (const auto& [text, url] :
       {std::pair<std::string, std::string>{"POST https://www.example.com/oauth/token.",
                                            "https://www.example.com/oauth/token"},
        {"[keys](http://example.com/.well-known/jwks.json)", "http://example.com/.well-known/jwks.json"},
        {R"({"tokenUrl":"https://example.com:8443/oauth/token"})", "https://example.com:8443/oauth/token"},
        {"http, https://a.example/api/agent/full-profile?x#y", "https://a.example/api/agent/full-profile"}}) {
    EXPECT_EQ(detail_of(check_endpoint_urls(with("/llms.txt", text))), expected + url);
  }
  EXPECT_EQ(check_endpoint_urls(with("/llms.txt", "https://a.example/oauth/tokens http://b.example/llms.txt")),
            std::nullopt);
}

}  // namespace
}  // namespace agent_access::tools
