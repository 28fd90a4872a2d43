#include "tools/probe/published/checks.hpp"

#include <gtest/gtest.h>

#include "oauth/types.hpp"
#include "support/filled.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

std::vector<DocumentCheck> all_checks() {
  std::vector<DocumentCheck> all;
  for (const auto& checks : {auth_checks(), card_checks(), api_checks(), text_checks(), site_checks()}) {
    all.insert(all.end(), checks.begin(), checks.end());
  }
  return all;
}

struct ScannerBreak {
  const char* check;
  std::string_view path;
  const char* from;
  const char* to;
  Mark mark;
  const char* expected;
};

class ScannerCondition : public testing::TestWithParam<ScannerBreak> {};

TEST_P(ScannerCondition, IsReportedWhenItIsNotMet) {
  const auto& [check, path, from, to, mark, expected] = GetParam();
  const auto verdict = verdict_of(all_checks(), check, broken_documents(path, from, to));
  ASSERT_TRUE(verdict) << check;
  EXPECT_EQ(verdict->mark, mark);
  EXPECT_NE(verdict->detail.find(expected), std::string::npos) << verdict->detail;
  EXPECT_FALSE(verdict->remedy.empty());
}

const ScannerBreak kScannerBreaks[] = {
    {"auth.md has its title", paths::kAuth, "(auth.md)", "guide", Mark::failed, "first heading"},
    {"auth.md has its sections", paths::kAuth, "## Claim", "## Claims", Mark::failed, "\"Claim\""},
    {"auth.md has its sections", paths::kAuth, "HTTP/1.1\n```", "HTTP/1.1\n", Mark::failed, "\"Claim\""},
    {"auth.md has its words", paths::kAuth, "id-jag", "jag", Mark::failed, "id-jag"},
    {"agent_auth is complete", paths::kServer, R"("claim_uri")", R"("claim")", Mark::failed, "claim_uri"},
    {"agent_auth is complete", paths::kServer, "/auth.md", "/auth", Mark::failed, "agent_auth.skill"},
    {"agent_auth is complete", paths::kServer, R"(["anonymous"])", R"(["anonymous", "none"])", Mark::failed, "none"},
    {"Server metadata is complete", paths::kServer, "authorization_endpoint", "authorize", Mark::failed,
     "authorization_endpoint"},
    {"Server metadata is where OpenID clients look", paths::kOpenid, R"("issuer")", R"("iss")", Mark::warned,
     "openid-configuration"},
    {"Resource metadata is complete", paths::kResource, R"(["header"])", R"(["body"])", Mark::failed, "header"},
    {"API catalogue is a linkset", paths::kCatalog, R"("item")", R"("items")", Mark::failed, "relation item"},
    {"API catalogue is a linkset", paths::kCatalog,
     R"([{"href": "https://example.com/auth.md", "type": "text/markdown"}])",
     R"({"href": "https://example.com/auth.md"})", Mark::failed, "service-doc to be a list"},
    {"MCP card is complete", paths::kMcp, "serverInfo", "info", Mark::failed, "serverInfo.name"},
    {"MCP card is complete", paths::kMcp, "Twenty characters or more.", "Short.", Mark::failed, "20 characters"},
    {"Agent card is complete", paths::kAgentCard, "protocolBinding", "binding", Mark::failed, "protocolBinding"},
    {"Agent card is complete", paths::kAgentCard, R"("tags":["site"])", R"("tags":[])", Mark::failed, "tags"},
    {"agent.json is complete", paths::kAgent, R"("type":"openapi")", R"("kind":"openapi")", Mark::failed,
     "type of every"},
    {"Operations are named and described", paths::kOpenapi, R"("operationId": "site")", R"("operationId": "token")",
     Mark::failed, "token twice"},
    {"Every response has a schema", paths::kOpenapi, R"("201": {"content": {"application/json": {"schema")",
     R"("201": {"content": {"application/json": {"example")", Mark::failed, "a schema of application/json"},
    {"Every operation has typed errors", paths::kOpenapi, R"("error_description")", R"("description")", Mark::failed,
     "error and error_description"},
    {"Required scopes are documented", paths::kOpenapi, R"([{"oauth2": ["read:extended"]}])", "[]", Mark::failed,
     "security with read:extended"},
    {"llms.txt is well-formed", paths::kLlms, "> A summary", "A summary", Mark::failed, "summary"},
    {"llms.txt is well-formed", paths::kLlms, "](https:", "](mailto:", Mark::failed, "links"},
    {"llms.txt says when to use the site", paths::kLlms, "When to use", "Using", Mark::failed, "When to use"},
    {"llms-full.txt has content", paths::kLlmsFull, "xxxxxxxxxx", "", Mark::warned, "bytes"},
    {"FAQ has questions and answers", paths::kFaq, "Who is Robin Example?", "Who?", Mark::warned, "too short"},
    {"FAQ has questions and answers", paths::kFaq, R"("answer")", R"("text")", Mark::failed, "question and answer"},
    {"Site data says what it is", paths::kSite, "@type", "type", Mark::failed, "@type"},
    {"robots.txt names crawlers of assistants", paths::kRobots, "GPTBot", "*", Mark::warned, "crawlers"},
    {"Home page reads without scripts", paths::kHome, "<h1>", "<h2>", Mark::warned, "h1"},
    {"Home page reads without scripts", paths::kHome, "xxxxxxxxxx", "", Mark::warned, "500"},
    {"Home page says who it is about", paths::kHome, "sameAs", "same", Mark::warned, "JSON-LD"},
    {"Home page offers the tools", paths::kHome, "/browser-tools.js", "/other.js", Mark::warned, "does not load"},
    {"Home page offers the tools", paths::kTools, "registerTool", "provide", Mark::warned, "registers no tools"},
    {"Index of skills", paths::kSkills, "skill-md", "markdown", Mark::warned, "lacks"},
    {"AI catalogue", paths::kAiCatalog, R"("entries")", R"("items")", Mark::warned, "no catalogue"},
    {"AI catalogue", paths::kAiCatalog, R"("identifier")", R"("id")", Mark::warned, "lacks identifier"},
};
INSTANTIATE_TEST_SUITE_P(Documents, ScannerCondition, testing::ValuesIn(kScannerBreaks));

TEST(ScannerConditions, AreMetByGoodDocuments) { EXPECT_EQ(complaints_of(all_checks()), std::vector<std::string>()); }

TEST(ScannerConditions, AreAdviceIfASiteHasNoPages) {
  for (const auto path : {paths::kHome, paths::kRobots, paths::kSkills, paths::kAiCatalog, paths::kTools}) {
    const auto documents = documents_without(path);
    for (const auto& check : test::filled(site_checks())) {
      const auto verdict = check.run(documents);
      EXPECT_TRUE(!verdict || verdict->mark == Mark::warned) << check.name;
      EXPECT_TRUE(check.subject != path || verdict) << check.name;
    }
  }
}

TEST(ScannerConditions, RequireNoContentSignals) {
  const auto documents = broken_documents(paths::kRobots, "Content-Signal: search=yes\n", "");
  for (const auto& check : test::filled(site_checks())) EXPECT_FALSE(check.run(documents)) << check.name;
}

TEST(ScannerConditions, RequireAuthMdSectionsBeforeScannersStopReading) {
  const auto filler = std::string(5000, 'x') + "\n\n## Errors";
  const auto late = broken_documents(paths::kAuth, "## Errors", filler);
  const auto verdict = verdict_of(auth_checks(), "auth.md has its sections", late);
  ASSERT_TRUE(verdict);
  EXPECT_NE(verdict->detail.find("\"Errors\" before byte 4800"), std::string::npos) << verdict->detail;
}

TEST(ScannerConditions, WarnOfDocumentsThatAreTooLongForModels) {
  constexpr const char* kCheck = "Documents are short enough for models";
  const auto with = [](std::string_view path, const std::string& type, std::size_t size) {
    auto documents = good_documents();
    documents.put(paths::kLlms,
                  answer_of(200, "text/plain", std::string(documents.text(paths::kLlms)) + "- [CV](/cv.md)\n"));
    documents.put(path, answer_of(200, type, std::string(size, 'x')));
    return verdict_of(text_checks(), kCheck, documents);
  };
  for (const std::string_view path : {paths::kAuth, paths::kAgents, std::string_view("/cv.md")}) {
    EXPECT_FALSE(with(path, "text/markdown; charset=utf-8", 40'003)) << path;
    const auto verdict = with(path, "text/markdown; charset=utf-8", 40'004);
    ASSERT_TRUE(verdict) << path;
    EXPECT_EQ(verdict->mark, Mark::warned);
    EXPECT_EQ(verdict->detail, std::string(path) + " has about 10001 tokens; agents read 10000 at most as a whole");
  }
  EXPECT_TRUE(with(paths::kOpenapi, "application/json", 40'004));
  EXPECT_FALSE(with("/cv.md", "text/html", 40'004));           // not what a model reads
  EXPECT_FALSE(with(paths::kLlmsFull, "text/plain", 40'004));  // has everything
}

Verdict check_limits(std::vector<client::ClientField> fields) {
  auto documents = good_documents();
  documents.put(oauth::kProfilePath, answer_of(401, "application/json", "{}", std::move(fields)));
  return verdict_of(api_checks(), "Rate limit fields agree", documents);
}

TEST(RateLimitFields, MustAgreeUnlessTheyAreAbsent) {
  const auto verdict = check_limits({});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->mark, Mark::passed);
  EXPECT_EQ(verdict->detail, "no RateLimit fields: limits are off or elsewhere");
  const auto fields = [](const char* remaining, const char* reset, const char* policy, const char* state) {
    return check_limits({{"RateLimit-Limit", "60"},
                         {"RateLimit-Remaining", remaining},
                         {"RateLimit-Reset", reset},
                         {"RateLimit-Policy", policy},
                         {"RateLimit", state}});
  };
  EXPECT_FALSE(fields("59", "42", R"("default";q=60;w=60)", R"("default";r=59;t=42)"));
  EXPECT_TRUE(fields("61", "42", R"("default";q=60;w=60)", R"("default";r=61;t=42)"));
  EXPECT_TRUE(fields("59", "1900000000", R"("default";q=60;w=60)", R"("default";r=59;t=42)"));
  EXPECT_TRUE(fields("59", "42", "default;q=60;w=60", R"("default";r=59;t=42)"));
  EXPECT_TRUE(fields("59", "42", R"("default";q=600;w=60)", R"("default";r=59;t=42)"));
  EXPECT_TRUE(fields("59", "42", R"("default";q=60;w=60)", R"("default";r=58;t=42)"));
  EXPECT_TRUE(check_limits({{"RateLimit-Limit", "60"}}));
}

TEST(TheProfile, MustLeadToTheMetadataOfTheSameHost) {
  auto documents = good_documents();
  documents.put(oauth::kProfilePath,
                answer_of(401, "application/json", "{}",
                          {{"WWW-Authenticate",
                            "Bearer error=\"invalid_token\", error_description=\"x\", "
                            "resource_metadata=\"https://www.example.com/.well-known/oauth-protected-resource\""}}));
  EXPECT_TRUE(verdict_of(auth_checks(), "The profile leads to the metadata", documents));
  documents.put(oauth::kProfilePath, answer_of(200, "application/json", "{}"));
  EXPECT_TRUE(verdict_of(auth_checks(), "The profile leads to the metadata", documents));
}

TEST(UnknownPaths, MustBeRefusedWithAHint) {
  auto documents = good_documents();
  documents.put(paths::kUnknownPage, answer_of(200, "text/html", "<html>"));
  EXPECT_TRUE(verdict_of(site_checks(), "Unknown pages are not found", documents));
  documents.put(paths::kUnknownPage, answer_of(404, "text/html", "Not found"));
  EXPECT_TRUE(verdict_of(site_checks(), "Unknown pages are not found", documents));
  documents.put(paths::kUnknownApi,
                answer_of(404, "application/json", R"({"error":"not_found","error_description":"No."})"));
  const auto verdict = verdict_of(api_checks(), "Errors link to documentation", documents);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->mark, Mark::warned);
}

}  // namespace
}  // namespace agent_access::tools
