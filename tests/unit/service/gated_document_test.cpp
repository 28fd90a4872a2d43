// The owner's gated documents: token, scope, methods and preconditions.
#include <gmock/gmock.h>

#include <string>

#include "http/fields.hpp"
#include "service/authorization.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

const std::string kPaper = "/api/agent/a%20b.pdf";
const std::string kLongName = "/api/agent/" + std::string(400, '!');

class GatedDocumentTest : public ServiceTest {
 protected:
  GatedDocumentTest() { declare({}); }

  void declare(const limit::Policy& limits, const std::string& paper = "0123456789") {
    const content::Access access{
        .scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read the papers."}},
        .documents = {{kPaper, "Paper", "A paper.", "application/pdf", 1},
                      {"/api/agent/data", "", "", "application/json", 0},
                      {"/api/agent/empty.txt", "Nothing", "", "text/plain; charset=utf-8", 1},
                      {kLongName, "Long", "", "text/plain", 1}}};
    change_to({.access = access, .gated_bodies = {paper, "{}", "", ""}, .limits = limits});
  }
  std::string new_token(const std::string& scope) { return token_for_scopes(client_, scope); }
  Answer ask(std::string_view target, Fields fields = {}, http::Method method = http::Method::get) {
    fields.emplace_back("Authorization", "Bearer " + token_);
    return send(method, target, fields);
  }

  Client client_ = register_client();
  std::string token_ = (declare({}), new_token("read:papers"));
};

TEST_F(GatedDocumentTest, IsSentWhole) {
  const Answer answer = ask(kPaper, {{"Range", "bytes=3-5"}});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "0123456789");
  EXPECT_EQ(answer.field_text.substr(0, answer.field_text.find("Access-Control")),
            "Content-Type: application/pdf\r\n"
            "ETag: \"hNiYd_DUBB77a_kaFvAkjw\"\r\n"
            "Cache-Control: private, no-cache\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Content-Security-Policy: default-src 'none'; sandbox\r\n");
  EXPECT_NE(answer.field_text.find(http::kCorsFields), std::string::npos);
  EXPECT_EQ(answer.trace.route, "document");
  EXPECT_EQ(answer.trace.resource, kPaper);
  EXPECT_EQ(answer.trace.client_id, client_.id);
  EXPECT_EQ(ask("/api/agent/empty.txt").body, "");
}

TEST_F(GatedDocumentTest, NeedsItsScope) {
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

TEST_F(GatedDocumentTest, IsChallengedForAtTheAddressThatWasAskedFor) {
  const auto challenge = [&](const std::string& path, const std::string& named) {
    const Answer answer = get(path);
    EXPECT_EQ(answer.status, 401) << path;
    EXPECT_EQ(answer.error(), "invalid_token");
    EXPECT_EQ(answer.field("WWW-Authenticate"),
              "Bearer error=\"invalid_token\", error_description=\"The access token is missing" +
                  service::token_remedy("https://example.com", "read:papers") +
                  "\", resource_metadata=\"https://example.com/.well-known/oauth-protected-resource" + named +
                  "\", scope=\"read:papers\"");
  };
  challenge(kPaper, kPaper);
  challenge("/api/agent/%61%20b.pdf", kPaper);
  challenge("/api/agent/a b.pdf", kPaper);
  challenge(kLongName, kLongName);
  std::string too_long = "/api/agent/";
  for (int i = 0; i < 400; ++i) too_long += "%21";
  challenge(too_long, kLongName);
}

TEST_F(GatedDocumentTest, IsFoundAtItsAddressOnly) {
  for (const char* const path : {"/api/agent/a%20b.pdf/", "/api/agent/x/../data", "/api/agent/a%20b.pdf%00",
                                 "/api/agent/a+b.pdf", "/api/agent/A%20b.pdf", "/api%2Fagent/data"}) {
    const Answer answer = ask(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.error(), "not_found");
    EXPECT_EQ(answer.trace.resource, "");
  }
}

TEST_F(GatedDocumentTest, IsTheSameInEverySpellingOfItsAddress) {
  for (const std::string path : {"a%20b.pdf", "%61%20%62.pdf", "a b.pdf"}) {
    const Answer answer = ask("/api/agent/" + path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.body, "0123456789") << path;
    EXPECT_EQ(answer.trace.resource, kPaper) << path;
  }
  token_ = new_token("read:extended");
  EXPECT_EQ(ask("/api/agent/%61%20b.pdf").status, 403);
  EXPECT_EQ(ask("/api/agent/d%61ta").body, "{}");
  token_ = "";
  EXPECT_EQ(ask("/%61pi/agent/a%20b.pdf").status, 401);
}

TEST_F(GatedDocumentTest, AnswersHeadAndOptionsAndNoOtherMethod) {
  const Answer head = ask(kPaper, {}, http::Method::head);
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

TEST_F(GatedDocumentTest, IsNotSentAgainToWhoHasIt) {
  const std::string tag = ask(kPaper).field("ETag");
  const Answer same = ask(kPaper, {{"If-None-Match", tag}});
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.body, "");
  EXPECT_EQ(same.field("ETag"), tag);
  EXPECT_EQ(same.field("Cache-Control"), "private, no-cache");
  EXPECT_EQ(same.field("Content-Type"), "");
  EXPECT_EQ(ask(kPaper, {{"If-None-Match", "\"other\""}}).status, 200);
  EXPECT_EQ(get(kPaper, {{"If-None-Match", tag}}).status, 401) << "the token comes first";
  declare({}, "changed");
  const Answer changed = ask(kPaper, {{"If-None-Match", tag}});
  EXPECT_EQ(changed.status, 200);
  EXPECT_EQ(changed.body, "changed");
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
  EXPECT_EQ(refused.trace.resource, kPaper);
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
