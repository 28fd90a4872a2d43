// Paths that are neither an endpoint nor a document: folders, the page for people, and JSON.

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

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

TEST_F(UnknownPathTest, IsStatedInTheGuideForAgents) {
  const std::string json_only = "Every error is JSON with `error` and `error_description`, never HTML.\n";
  const auto body_of = [](const service::Snapshot& snapshot) {
    return snapshot.sites.front().documents.find("/agents.md")->identity.body;
  };
  EXPECT_NE(body_of(*example_snapshot()).find(json_only), std::string::npos);
  const auto enabled = body_of(*snapshot_after(*example_snapshot(), 2, {.has_not_found_page = true}));
  EXPECT_EQ(enabled.find("never HTML"), std::string::npos);
  EXPECT_NE(enabled.find("an unknown path outside of `/api`, `/oauth` and `/.well-known` is HTML"), std::string::npos);
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
  for (const auto* path :
       {"//evil.test", "//blog", "/blog//", "/own", "/blog/index.html/", "/publications", "/blo", "/Blog"}) {
    const auto answer = get(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.field("Location"), "") << path;
  }
}

}  // namespace
}  // namespace agent_access::test
