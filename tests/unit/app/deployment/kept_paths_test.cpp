// Which paths the owner of a site beside may keep.
#include "app/deployment/kept_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kKnown =
    " These can be kept: /resume.json, /publications.bib, /auth.md, /AGENTS.md, /agents.md, /llms.txt, /llms-full.txt, "
    "/openapi.json, /.well-known/api-catalog, /.well-known/agent-card.json, /.well-known/agent.json, "
    "/.well-known/mcp.json, /.well-known/mcp/server-card.json, /mcp/server-card, /.well-known/ai-catalog.json, "
    "/.well-known/ard.json, /.well-known/agent-skills/index.json, "
    "/.well-known/agent-skills/read-site-profile/SKILL.md";

class KeptPathsTest : public ConfigTest {
 protected:
  Problems problems_of(const std::string& paths, const std::vector<content::StaticFile>& files = {}) {
    return problems_of_kept_paths(load("[content]\nbeside = true\nkeep_paths = [" + paths + "]\n"), files);
  }
  [[nodiscard]] std::string refused(const std::string& text) const { return at(3, "content.keep_paths: " + text); }
};

TEST_F(KeptPathsTest, AreThoseOfDocuments) {
  EXPECT_THAT(problems_of(R"("/llms.txt", "/openapi.json", "/.well-known/agent-card.json", "/auth.md")"), IsEmpty());
  EXPECT_THAT(problems_of(R"("/robots.txt", "/favicon.ico")"), IsEmpty()) << "not published beside a site anyway";
}

TEST_F(KeptPathsTest, AreNotThoseOnWhichClientsAndToolsRely) {
  for (const std::string_view path :
       {"/oauth/register", "/oauth/token", "/api/agent/full-profile", "/mcp", "/.well-known/jwks.json",
        "/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource", "/api/site.json",
        "/ai/faq.json", "/browser-tools.js"}) {
    const auto quoted = '"' + std::string(path) + '"';
    EXPECT_THAT(problems_of(quoted),
                ElementsAre(refused(quoted + " must be here, because clients or tools rely on it." + kKnown)));
  }
}

TEST_F(KeptPathsTest, AreNotOtherPathsOfTheSite) {
  EXPECT_THAT(
      problems_of(R"("/llm.txt", "/about")"),
      ElementsAre(refused("\"/llm.txt\" is not a document of this service; did you mean \"/llms.txt\"?" + kKnown),
                  refused("\"/about\" is not a document of this service." + kKnown)));
}

TEST_F(KeptPathsTest, HaveNoFileInTheFolderThatIsPublished) {
  EXPECT_THAT(problems_of(R"("/llms.txt")", {{"/llms.txt", "text/plain", "Mine."}}),
              ElementsAre(refused("content.root has a file for /llms.txt, which this service does not publish; remove "
                                  "one of the two")));
}

}  // namespace
}  // namespace agent_access::app
