#include "tools/probe/published/checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

struct Break {
  const char* check;
  std::string_view path;
  const char* from;
  const char* to;
  const char* expected;  // part of the detail
};

class Disagreement : public testing::TestWithParam<Break> {};

TEST_P(Disagreement, IsFoundWithItsRemedy) {
  const auto& [check, path, from, to, expected] = GetParam();
  auto checks = address_checks();
  for (const auto& more : content_checks()) checks.push_back(more);
  const auto verdict = verdict_of(checks, check, broken_documents(path, from, to));
  ASSERT_TRUE(verdict) << check;
  EXPECT_EQ(verdict->mark, Mark::failed);
  EXPECT_NE(verdict->detail.find(expected), std::string::npos) << verdict->detail;
  EXPECT_FALSE(verdict->remedy.empty());
}

const Break kBreaks[] = {
    {"Issuer and resources are this address", paths::kServer, R"("issuer": "https://example.com")",
     R"("issuer": "https://example.com/")", "expected issuer https://example.com, got https://example.com/"},
    {"Issuer and resources are this address", paths::kResource, R"(s": ["https://example.com"])",
     R"(s": ["https://www.example.com"])", "authorization server https://example.com, got https://www.example.com"},
    {"Issuer and resources are this address", paths::kProfileResource, "full-profile", "other", "expected resource"},
    {"Issuer and resources are this address", paths::kServer, R"(, "https://example.com/api/agent/full-profile"])", "]",
     "among protected_resources"},
    {"Token addresses are the same", paths::kAgentCard, "example.com/oauth/token", "example.com/token",
     "/.well-known/agent-card.json: expected tokenUrl"},
    {"Token addresses are the same", paths::kOpenapi, "clientCredentials", "implicit",
     "expected a clientCredentials flow"},
    {"Endpoints are described", paths::kOpenapi, R"("/oauth/token": {"post")", R"("/oauth/token": {"put")",
     "operation post /oauth/token"},
    {"Endpoints are described", paths::kOpenapi, R"({"url": "https://example.com"}, )", "", "among servers"},
    {"Texts name the same addresses", paths::kAuth, "POST /oauth/register", "POST /register",
     "mention of /oauth/register"},
    {"Texts name the same addresses", paths::kAuth, "<https://example.com/.well-known",
     "<https://other.example/.well-known", "got https://other.example/.well-known/jwks.json"},
    {"Catalogue names the endpoints", paths::kCatalog, "/openapi.json", "/swagger.json", "expected /openapi.json"},
    {"Tools are the same", paths::kMcp, R"("get_faq")", R"("get_questions")",
     "/.well-known/mcp.json: expected the tools"},
    {"Tools are the same", paths::kAgent, R"("get_faq")", R"("get_questions")", "/.well-known/agent.json"},
    {"Tools are the same", paths::kAgents, "`get_faq`", "`faq`", "/AGENTS.md"},
    {"Tools are the same", paths::kLlms, "> A summary.", "> Offers get_faq.", "/llms.txt"},
    {"Tools are those of the module", paths::kTools, R"("get_faq")", R"("faq")", "/browser-tools.js"},
    {"Scope is read:extended", paths::kResource, "read:extended", "read", "scopes_supported read:extended, got read"},
    {"Scope is read:extended", paths::kAgent, "read:extended", "read:all", "in the flow, got read:all"},
    {"Scope is read:extended", paths::kAgents, "read:extended", "extended", "mention of read:extended"},
    {"Version is 1.0.0", paths::kOpenapi, R"("version": "1.0.0")", R"("version": "1.0")",
     "info.version 1.0.0, got 1.0"},
    {"Version is 1.0.0", paths::kOpenapi, "3.1.0", "3.0.0", "openapi 3.1.0, got 3.0.0"},
    {"Version is 1.0.0", paths::kMcp, "1.0.0", "1.0.1", "serverInfo.version"},
    {"Keys are public and named by thumbprint", paths::kKeys, R"("use": "sig")", R"("d": "AA")", "private member d"},
    {"Keys are public and named by thumbprint", paths::kKeys, "9C6YZ", "9C6YA", "RFC 7638 thumbprint"},
    {"Keys are public and named by thumbprint", paths::kKeys, "P-256", "P-384", "expected ES256 keys"},
    {"FAQ has the same questions in both forms", paths::kFaq, R"("mainEntity":[{"name":"Who)",
     R"("mainEntity":[{"name":"What)", "same questions"},
};
INSTANTIATE_TEST_SUITE_P(Documents, Disagreement, testing::ValuesIn(kBreaks));

TEST(Agreement, HoldsForGoodDocuments) {
  EXPECT_EQ(complaints_of(address_checks()), std::vector<std::string>());
  EXPECT_EQ(complaints_of(content_checks()), std::vector<std::string>());
}

TEST(Agreement, DependsOnTheOrderOfTools) {
  auto text = std::string(good_documents().text(paths::kAgents));
  text.replace(text.find("`get_faq`"), 9, "`get_full_profile`");
  auto documents = good_documents();
  documents.put(paths::kAgents, answer_of(200, "text/markdown", "`get_full_profile` " + text + " `get_faq`"));
  EXPECT_TRUE(verdict_of(content_checks(), "Tools are the same", documents));
}

TEST(Agreement, IsNotCheckedIfADocumentIsMissing) {
  const auto documents = documents_without(paths::kMcp);
  std::size_t refused = 0;
  for (const auto& check : content_checks()) {
    const bool needs = std::ranges::find(check.needed, paths::kMcp) != check.needed.end();
    EXPECT_EQ(check.can_run(documents), !needs) << check.name;
    refused += needs ? 1U : 0U;
  }
  EXPECT_EQ(refused, 3U);
}

TEST(Agreement, IsAdviceIfOnlyTheModuleIsMissing) {
  const auto verdict = verdict_of(content_checks(), "Tools are those of the module", documents_without(paths::kTools));
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->mark, Mark::warned);
}

}  // namespace
}  // namespace agent_access::tools
