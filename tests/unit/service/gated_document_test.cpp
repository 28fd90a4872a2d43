// The owner's gated documents: token, scope, methods, preconditions and ranges.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "service/outcome/fault_table.hpp"
#include "unit/service/gated_document_fixture.hpp"

namespace agent_access::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::string_view kTag = "\"ae1b981bc490aff-a\"";
constexpr std::string_view kDate = "Sun, 06 Nov 1994 08:49:37 GMT";

TEST_F(GatedDocumentTest, SendsAFile) {
  const Answer answer = ask(kPaper);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "0123456789");
  EXPECT_EQ(answer.field("Content-Type"), "application/pdf");
  EXPECT_EQ(answer.field("ETag"), kTag);
  EXPECT_EQ(answer.field("Last-Modified"), kDate);
  EXPECT_EQ(answer.field("Accept-Ranges"), "bytes");
  EXPECT_EQ(answer.field("Cache-Control"), "private, no-cache");
  EXPECT_EQ(answer.field("Content-Security-Policy"), "default-src 'none'; sandbox");
  EXPECT_EQ(answer.field("Access-Control-Expose-Headers"),
            "ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, "
            "RateLimit-Reset, WWW-Authenticate, X-Request-Id, Accept-Ranges, Content-Range");
  EXPECT_EQ(answer.trace.route, "document");
  EXPECT_EQ(answer.trace.client_id, client_.id);
  EXPECT_EQ(ask("/api/agent/papers/2024/c.html").field("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(ask("/api/agent/papers/empty.txt").body, "");
}

TEST_F(GatedDocumentTest, NeedsTheScopeOfTheDocument) {
  const Answer of_papers = ask("/api/agent/data");
  EXPECT_EQ(of_papers.status, 403);
  EXPECT_EQ(of_papers.error(), "insufficient_scope");
  EXPECT_EQ(of_papers.field("WWW-Authenticate"),
            "Bearer error=\"insufficient_scope\", error_description=\"The access token lacks the scope "
            "read:extended\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource"
            "/api/agent/data\", scope=\"read:extended\"");
  token_ = new_token("read:extended");
  EXPECT_EQ(ask("/api/agent/data").body, "{}");
  EXPECT_EQ(ask(kPaper).status, 403);
  token_ = new_token("read:extended%20read:papers");
  EXPECT_EQ(ask("/api/agent/data").status, 200);
  EXPECT_EQ(ask(kPaper).status, 200);
}

TEST_F(GatedDocumentTest, SaysNothingAboutFilesWithoutAToken) {
  for (const std::string path : {"a%20b.pdf", "none.pdf", "", "2024/", "%2e%2e/x", "a\"b"}) {
    const Answer answer = get("/api/agent/papers/" + path);
    EXPECT_EQ(answer.status, 401) << path;
    EXPECT_EQ(answer.error(), "invalid_token");
    const bool is_plain = !path.contains("%2e") && !path.contains('"');
    EXPECT_EQ(answer.field("WWW-Authenticate"),
              "Bearer error=\"invalid_token\", error_description=\"The access token is missing" +
                  service::token_remedy("https://example.com", "read:papers") +
                  "\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource/api/agent/papers/" +
                  (is_plain ? path : "") + "\", scope=\"read:papers\"");
  }
}

TEST_F(GatedDocumentTest, NamesTheFolderInTheChallengeForAVeryLongPath) {
  const std::string longest = "/api/agent/papers/" + std::string(1006, 'x');
  const std::string metadata = "\"https://example.com/.well-known/oauth-protected-resource";
  EXPECT_THAT(get(longest).field("WWW-Authenticate"), HasSubstr(metadata + longest + "\""));
  EXPECT_THAT(get(longest + "x").field("WWW-Authenticate"), HasSubstr(metadata + "/api/agent/papers/\""));
}

TEST_F(GatedDocumentTest, FindsNothingButTheFilesOfTheList) {
  for (const char* const path : {"none.pdf", "../data.json", "2024", "2024/../a%20b.pdf", "%2e%2e/papers/a%20b.pdf",
                                 "2024%2Fc.html", "a%20b.pdf%00", "a+b.pdf", "A%20b.pdf"}) {
    const Answer answer = ask("/api/agent/papers/" + std::string(path));
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.error(), "not_found");
  }
  EXPECT_EQ(ask("/api/agent/papers").status, 404);
  EXPECT_EQ(ask("/api/agent/papers").trace.route, "unknown");
  fs::remove(folder_.path() / "papers/a b.pdf");
  EXPECT_EQ(ask(kPaper).status, 404);
}

TEST_F(GatedDocumentTest, IsTheSameInEverySpellingOfItsAddress) {
  for (const std::string path : {"papers/a%20b.pdf", "papers/%61%20%62.pdf", "%70apers/a b.pdf"}) {
    const Answer answer = ask("/api/agent/" + path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.body, "0123456789") << path;
    EXPECT_EQ(answer.trace.resource, "/api/agent/papers/") << path;
  }
  EXPECT_EQ(ask("/%61pi/agent/papers/2024/").status, 200);
  token_ = new_token("read:extended");
  EXPECT_EQ(ask("/api/agent/papers/%61%20b.pdf").status, 403);
  EXPECT_EQ(ask("/api/agent/d%61ta").body, "{}");
  token_ = "";
  EXPECT_EQ(ask("/%61pi/agent/%70apers/a%20b.pdf").status, 401);
}

TEST_F(GatedDocumentTest, AnswersHeadAndOptionsAndNoOtherMethod) {
  const Answer head = ask(kPaper, {{"Range", "bytes=0-1"}}, http::Method::head);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.body.size(), 10U);
  EXPECT_TRUE(head.omits_body);
  const Answer options = send(http::Method::options, kPaper);
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.field("Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(options.field("Access-Control-Allow-Headers"),
            "Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, *");
  for (const auto method : {http::Method::post, http::Method::put, http::Method::delete_}) {
    const Answer refused = ask(kPaper, {}, method);
    EXPECT_EQ(refused.status, 405);
    EXPECT_EQ(refused.field("Allow"), "GET, HEAD, OPTIONS");
  }
}

TEST_F(GatedDocumentTest, SendsAPart) {
  const Answer part = range("bytes=3-5");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, "345");
  EXPECT_EQ(part.field("Content-Range"), "bytes 3-5/10");
  EXPECT_EQ(part.field("ETag"), kTag);
  EXPECT_EQ(range("bytes=7-").body, "789");
  EXPECT_EQ(range("bytes=-2").body, "89");
  EXPECT_EQ(range("bytes=-2").field("Content-Range"), "bytes 8-9/10");
  EXPECT_EQ(range("bytes=0-1,3-4").status, 200);
  EXPECT_EQ(range("bytes=0-1", {{"Range", "bytes=0-1"}}).status, 200);
}

TEST_F(GatedDocumentTest, RefusesARangeBehindTheEnd) {
  const Answer answer = range("bytes=10-");
  EXPECT_EQ(answer.status, 416);
  EXPECT_EQ(answer.error(), "range_not_satisfiable");
  EXPECT_EQ(answer.field("Content-Range"), "bytes */10");
  EXPECT_TRUE(answer.field("Access-Control-Expose-Headers").ends_with(", Content-Range"));
  EXPECT_EQ(answer.field("ETag"), "");
}

TEST_F(GatedDocumentTest, SendsAPartOnlyOfTheSameFile) {
  EXPECT_EQ(range("bytes=3-5", {{"If-Range", std::string(kTag)}}).status, 206);
  const Answer changed = range("bytes=3-5", {{"If-Range", "\"other\""}});
  EXPECT_EQ(changed.status, 200);
  EXPECT_EQ(changed.body, "0123456789");
  EXPECT_EQ(range("bytes=10-", {{"If-Range", "\"other\""}}).status, 200);
  const std::string modified = range("bytes=3-5").field("Last-Modified");
  EXPECT_EQ(range("bytes=3-5", {{"If-Range", modified}}).status, 206);
  EXPECT_EQ(range("bytes=3-5", {{"If-Match", "\"other\""}}).status, 412);
  EXPECT_EQ(range("bytes=3-5", {{"If-Match", std::string(kTag)}}).status, 206);
}

TEST_F(GatedDocumentTest, EvaluatesPreconditions) {
  const Answer same = ask(kPaper, {{"If-None-Match", std::string(kTag)}});
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.field("ETag"), kTag);
  EXPECT_EQ(same.field("Content-Type"), "");
  EXPECT_EQ(ask(kPaper, {{"If-Modified-Since", std::string(kDate)}}).status, 304);
  EXPECT_EQ(ask(kPaper, {{"If-None-Match", "\"other\""}}).status, 200);
  EXPECT_EQ(range("bytes=0-1", {{"If-None-Match", std::string(kTag)}}).status, 304);
  const Answer failed = ask(kPaper, {{"If-Match", "\"other\""}});
  EXPECT_EQ(failed.status, 412);
  EXPECT_EQ(failed.error(), "precondition_failed");
  EXPECT_EQ(get(kPaper, {{"If-None-Match", std::string(kTag)}}).status, 401) << "the token comes first";
}

TEST_F(GatedDocumentTest, NeverHasATimeInTheFutureOrBefore1970) {
  for (const auto& [time, shown] : {std::pair(kNow + 60, "Mon, 21 Sep 2026 14:13:20 GMT"),
                                    std::pair(std::int64_t{-60}, "Thu, 01 Jan 1970 00:00:00 GMT")}) {
    const timespec times[] = {{time, 0}, {time, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, (folder_.path() / "papers/a b.pdf").c_str(), times, 0), 0);
    EXPECT_EQ(ask(kPaper).field("Last-Modified"), shown);
  }
}

TEST_F(GatedDocumentTest, IsReadAnewForEachRequest) {
  write("papers/a b.pdf", "changed");
  const Answer answer = ask(kPaper, {{"If-None-Match", std::string(kTag)}});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "changed");
}

TEST_F(GatedDocumentTest, IsCountedByTheLimiter) {
  limit::Policy two;
  two.requests = 2;
  declare(two);
  EXPECT_EQ(ask(kPaper).status, 200);
  EXPECT_EQ(ask(kPaper).status, 200);
  const Answer refused = ask(kPaper);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.trace.route, "document");
  EXPECT_EQ(
      send(http::Method::options, kPaper, {{"Origin", "https://a"}, {"Access-Control-Request-Method", "GET"}}).status,
      204);
}

TEST_F(GatedDocumentTest, IsUnknownUnlessDeclared) {
  change_to({});
  EXPECT_EQ(ask(kPaper).status, 404);
  EXPECT_EQ(ask("/api/agent/data").trace.route, "unknown");
}

}  // namespace
}  // namespace agent_access::test
