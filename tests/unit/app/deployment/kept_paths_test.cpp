// Which paths the owner of a site beside may keep.
#include "app/deployment/kept_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class KeptPathsTest : public ConfigTest {
 protected:
  Problems problems_of(const std::string& paths) {
    return problems_of_kept_paths(load("[content]\nbeside = true\nkeep_paths = [" + paths + "]\n"));
  }
  [[nodiscard]] std::string refused(const std::string& text) const { return at(3, "content.keep_paths: " + text); }
};

TEST_F(KeptPathsTest, AreThoseOfDocuments) {
  EXPECT_THAT(problems_of(R"("/llms.txt", "/openapi.json", "/.well-known/agent-card.json", "/auth.md")"), IsEmpty());
  EXPECT_THAT(problems_of(R"("/robots.txt", "/sitemap.xml")"), IsEmpty()) << "not published beside a site anyway";
}

TEST_F(KeptPathsTest, AreNotThoseThatClientsNeedForATokenOrTheProfile) {
  for (const std::string path :
       {"/oauth/register", "/oauth/token", "/api/agent/full-profile", "/mcp", "/.well-known/jwks.json",
        "/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"}) {
    EXPECT_THAT(problems_of('"' + path + '"'),
                ElementsAre(testing::StartsWith(
                    refused('"' + path +
                            "\" must be here, because agents get tokens, profile or answers by it; only documents "
                            "can be kept: /api/site.json, "))));
  }
}

TEST_F(KeptPathsTest, AreNotOtherPathsOfTheSite) {
  const std::string known =
      " These can be kept: /api/site.json, /ai/faq.json, /resume.json, /publications.bib, /auth.md, /AGENTS.md, "
      "/agents.md, /llms.txt, /llms-full.txt, /openapi.json, /.well-known/api-catalog, /.well-known/agent-card.json, "
      "/.well-known/agent.json, /.well-known/mcp.json, /.well-known/mcp/server-card.json, /mcp/server-card, "
      "/.well-known/ai-catalog.json, /.well-known/ard.json, /.well-known/agent-skills/index.json, "
      "/.well-known/agent-skills/read-site-profile/SKILL.md, /browser-tools.js";
  EXPECT_THAT(
      problems_of(R"("/llm.txt", "/about")"),
      ElementsAre(refused("\"/llm.txt\" is not a document of this service; did you mean \"/llms.txt\"?" + known),
                  refused("\"/about\" is not a document of this service." + known)));
}

}  // namespace
}  // namespace agent_access::app
