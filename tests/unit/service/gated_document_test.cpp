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

// Protected resource metadata of gated documents and gates, and of every path below a gate.

const std::string kFolder = "/.well-known/oauth-protected-resource";

content::Access gated_access() {
  return {
      .scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read papers."}, {"read:data", "Read data."}},
      .documents = {{"/api/agent/report.pdf", "Report", "", "application/pdf", 0},
                    {"/api/agent/a%20(1).pdf", "Paper", "", "application/pdf", 1}},
      .gates = {{"/data/", "Data", "", {"GET"}, "", 2}, {"/data/private/", "Private data", "", {"GET"}, "", 1}}};
}

class ResourceMetadataTest : public ServiceTest {
 protected:
  ResourceMetadataTest() { declare(gated_access()); }
  void declare(const content::Access& access) { change_to({.access = access}); }
};

TEST_F(ResourceMetadataTest, IsThisDocument) {
  const auto answer = send(http::Method::get, kFolder + "/data/2034/tides.csv", {}, {}, "www.example.com");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.field("Content-Type"), "application/json");
  EXPECT_EQ(answer.body, R"({
  "resource": "https://www.example.com/data/2034/tides.csv",
  "resource_name": "Example - Data",
  "resource_documentation": "https://www.example.com/auth.md",
  "authorization_servers": ["https://www.example.com"],
  "scopes_supported": ["read:data"],
  "bearer_methods_supported": ["header"]
}
)");
}

TEST_F(ResourceMetadataTest, IsOfExactlyThePathAfterIt) {
  for (const std::string path :
       {"/api/agent/report.pdf", "/api/agent/a%20(1).pdf", "/data", "/data/", "/data/x.csv", "/data/deep/er/",
        "/data/donn%C3%A9es", "/data/x.csv?year=2034&month=%205", "/data/?a=b/c?d"}) {
    const auto answer = get(kFolder + path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(std::string(answer.json().at("resource").as_string()), "https://example.com" + path);
  }
}

TEST_F(ResourceMetadataTest, NamesTheScopeOfTheLongestPathThatHolds) {
  const auto scopes = [&](const std::string& path) {
    return boost::json::serialize(get(kFolder + path).json().at("scopes_supported"));
  };
  EXPECT_EQ(scopes("/api/agent/report.pdf"), R"(["read:extended"])");
  EXPECT_EQ(scopes("/api/agent/a%20(1).pdf"), R"(["read:papers"])");
  EXPECT_EQ(scopes("/data/privat"), R"(["read:data"])");
  EXPECT_EQ(scopes("/data/private/x"), R"(["read:papers"])");
}

TEST_F(ResourceMetadataTest, IsUnknownForPathsThatNoneHolds) {
  for (const auto* path : {"/api/agent/report.pdf/", "/api/agent/report", "/dat", "/dat/x", "/", "/other/x", "/Data/x",
                           "data/x", "/api/agent/"}) {
    const auto answer = get(kFolder + path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.error(), "not_found") << path;
    EXPECT_EQ(answer.trace.route, "unknown") << path;
  }
}

TEST_F(ResourceMetadataTest, IsUnknownForPathsThatCouldBeReadInTwoWays) {
  for (const auto* path :
       {"/data/../x", "/data/./x", "/data//x", "/data/%2e%2e/x", "/data/a;b", "/data/a%2Fb", "/data/%", "/data/\"x",
        "/data/a\\b", "/data/%5c", "/data/%00", "/data/x?a\"b", "/data/x?a\\b"}) {
    EXPECT_EQ(get(kFolder + path).status, 404) << path;
  }
}

TEST_F(ResourceMetadataTest, IsOfADocumentInEverySpellingAsItWasAskedFor) {
  const auto resource = [&](const std::string& path) {
    const auto answer = get(kFolder + path);
    return answer.status == 200 ? std::string(answer.json().at("resource").as_string()) : answer.error();
  };
  const std::string base = "https://example.com";
  for (const std::string path :
       {"/api/agent/a%20%281%29.pdf", "/api/agent/%61%20(1).pdf", "/%61pi/agent/r%65port.pdf"}) {
    EXPECT_EQ(resource(path), base + path);
  }
  EXPECT_EQ(resource("/api/agent/a (1).pdf"), base + "/api/agent/a%20(1).pdf");
  for (const std::string path : {"/api/agent/x/%2e%2e/report.pdf", "/api/agent%2Freport.pdf"}) {
    EXPECT_EQ(resource(path), "not_found") << path;
  }
  EXPECT_EQ(resource("/d%61ta/x"), "not_found") << "a gate";
}

TEST_F(ResourceMetadataTest, IsOfAtMost1024BytesOfPathAndQuery) {
  const std::string longest = "/data/" + std::string(1018, 'x');
  EXPECT_EQ(std::string(get(kFolder + longest).json().at("resource").as_string()), "https://example.com" + longest);
  EXPECT_EQ(get(kFolder + longest + "x").status, 404);
  EXPECT_EQ(get(kFolder + longest + "?x").status, 404);
}

TEST_F(ResourceMetadataTest, HasTheFieldsOfMetadataAndIsCached) {
  const auto answer = get(kFolder + "/data/x.csv");
  EXPECT_EQ(answer.trace.route, "metadata");
  EXPECT_EQ(answer.field("Cache-Control"), "public, max-age=300");
  EXPECT_NE(answer.field_text.find(http::kCorsFields), std::string::npos);
  const auto head = send(http::Method::head, kFolder + "/data/x.csv");
  EXPECT_EQ(head.field_text, answer.field_text);
  EXPECT_TRUE(head.omits_body);
  const auto again = get(kFolder + "/data/x.csv", {{"If-None-Match", answer.field("ETag")}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(again.field("ETag"), answer.field("ETag"));
  EXPECT_EQ(again.field("Cache-Control"), "public, max-age=300");
  EXPECT_NE(get(kFolder + "/data/private/x").field("ETag"), answer.field("ETag"));
}

TEST_F(ResourceMetadataTest, AllowsReadingAlone) {
  const auto options = send(http::Method::options, kFolder + "/data/x.csv");
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.field("Allow"), "GET, HEAD, OPTIONS");
  const auto refused = post(kFolder + "/data/x.csv", {}, "");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.field("Allow"), "GET, HEAD, OPTIONS");
}

TEST_F(ResourceMetadataTest, IsUnknownIfNothingIsDeclared) {
  declare({});
  EXPECT_EQ(get(kFolder + "/data/x.csv").status, 404);
  EXPECT_EQ(get(kFolder + "/api/agent/report.pdf").status, 404);
  EXPECT_EQ(get(kFolder + "/api/agent/full-profile").status, 200);
}

}  // namespace
}  // namespace agent_access::test
