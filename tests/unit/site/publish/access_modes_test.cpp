// What is published where no tokens are issued: of a site without a profile, and of one whose issuer is elsewhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "support/filled.hpp"
#include "unit/site/publish/all_documents.hpp"

namespace agent_access::publish {
namespace {

namespace bj = boost::json;
using documents::Example;
using documents::Pages;
using documents::Rendered;
using testing::HasSubstr;
using testing::Not;

using Documents = std::map<std::string, Rendered>;

constexpr std::string_view kIssuer = "https://agents.example.com";

/// With every document that the settings can enable.
Example whole_site(Pages pages = Pages::on) {
  Example example = documents::example_site(pages);
  example.settings.mcp.is_enabled = true;
  example.settings.has_not_found_page = true;
  example.settings.conventions = {.ard = true, .page_markdown = true, .resume = true, .bibliography = true};
  example.content.site.profile_summary = "Rates and free weeks.";
  example.content.site.source["profile_summary"] = "Rates and free weeks.";
  example.content.faq.questions = {{"Who is Robin Example?", "A fictional tide engineer."}};
  return example;
}

Example without_profile(Pages pages = Pages::on) {
  Example example = whole_site(pages);
  example.settings.has_profile = false;
  return example;
}

Example with_issuer_elsewhere() {
  Example example = whole_site();
  example.settings.issuer = base::parse_base_url(kIssuer).value();
  return example;
}

bj::object json_at(const Documents& documents, const std::string& path) {
  return bj::parse(documents.at(path).body).as_object();
}

TEST(WithoutProfile, NoDocumentNamesTokensOrTheProfile) {
  for (const auto pages : {Pages::on, Pages::off}) {
    for (const auto& [path, document] : test::filled(all_documents(without_profile(pages)))) {
      const std::string text = base::lower_case(document.body + document.extra_fields + document.markdown);
      for (const auto* word : {"oauth", "auth.md", "full-profile", "full_profile", "extended profile",
                               "\"/agent-access", "access_token", "client_id", "client_secret", "bearer", "jwks",
                               "invalid_client", "insufficient_scope", "free weeks", "securityschemes"}) {
        EXPECT_THAT(text, Not(HasSubstr(word))) << path;
      }
    }
  }
}

TEST(WithoutProfile, HasNoFaqPageWithoutQuestions) {
  Example example = without_profile();
  example.content.faq = {};
  const auto documents = all_documents(example);
  EXPECT_FALSE(documents.contains("/faq"));
  EXPECT_THAT(documents.at("/").body, Not(HasSubstr("/faq\"")));
  EXPECT_TRUE(json_at(documents, "/ai/faq.json").at("faqs").as_array().empty());
  EXPECT_THAT(documents.at("/llms.txt").body, Not(HasSubstr("FAQ")));
}

TEST(IssuerElsewhere, EveryDocumentNamesTheEndpointsOfTheIssuer) {
  for (const auto& [path, document] : test::filled(all_documents(with_issuer_elsewhere()))) {
    const std::string text = document.body + document.extra_fields + document.markdown;
    for (const auto* of_issuer :
         {"/oauth/", "/api/agent/full-profile", "/.well-known/oauth-", "/.well-known/jwks.json",
          "/.well-known/openid-configuration", "/mcp\"", "/mcp`", "/mcp>", "/mcp/server-card"}) {
      EXPECT_THAT(text, Not(HasSubstr(std::string("https://example.com") + of_issuer))) << path;
      EXPECT_THAT(text, Not(HasSubstr(std::string("=\"") + of_issuer))) << path;
    }
  }
}

TEST(IssuerElsewhere, LeadsToItFromEachDocument) {
  const auto documents = all_documents(with_issuer_elsewhere());
  const std::string issuer(kIssuer);
  for (const auto& [path, text] : std::vector<std::pair<std::string, std::string>>{
           {"/llms.txt", "`GET " + issuer + "/api/agent/full-profile`"},
           {"/llms.txt", "https://example.com/auth.md"},
           {"/auth.md", "Host: agents.example.com"},
           {"/auth.md", "`GET " + issuer + "/.well-known/oauth-protected-resource`"},
           {"/AGENTS.md", "curl -s -X POST " + issuer + "/oauth/register"},
           {"/agent-access", "data-issuer=\"" + issuer + "\""},
           {"/agent-access", "<a href=\"" + issuer + "/.well-known/jwks.json\" rel=\"external noopener\">"},
           {"/browser-tools.js", "'" + issuer + "'"},
           {"/.well-known/agent-card.json", issuer + "/.well-known/oauth-authorization-server"},
           {"/.well-known/agent.json", issuer + "/oauth/token"},
           {"/.well-known/api-catalog", "\"anchor\": \"" + issuer + "/api/agent/full-profile\""},
           {"/.well-known/ai-catalog.json", issuer + "/mcp/server-card"},
           {"/.well-known/mcp.json", "\"url\": \"" + issuer + "/mcp\""}}) {
    EXPECT_THAT(documents.at(path).body, HasSubstr(text)) << path;
  }
  EXPECT_THAT(documents.at("/agent-access").extra_fields, HasSubstr("connect-src 'self' " + issuer + ";"));
}

TEST(IssuerElsewhere, DescribesItsOperationsWithTheServerThatHasThem) {
  const auto openapi = json_at(all_documents(with_issuer_elsewhere()), "/openapi.json");
  const auto of_issuer = bj::parse(R"([{"url": "https://agents.example.com"}])");
  const auto& paths = openapi.at("paths").as_object();
  for (const auto* path : {"/oauth/register", "/oauth/token", "/api/agent/full-profile"}) {
    EXPECT_EQ(paths.at(path).at("servers"), of_issuer) << path;
  }
  EXPECT_FALSE(paths.at("/api/site.json").as_object().contains("servers"));
  EXPECT_FALSE(paths.contains("/.well-known/jwks.json"));
  EXPECT_EQ(openapi.at("servers").at(0).at("url"), "https://example.com");
  const auto& flows = openapi.at("components").at("securitySchemes").at("oauth2").at("flows");
  EXPECT_EQ(flows.at("clientCredentials").at("tokenUrl"), "https://agents.example.com/oauth/token");
}

}  // namespace
}  // namespace agent_access::publish
