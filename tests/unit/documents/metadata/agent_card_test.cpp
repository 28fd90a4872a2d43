#include "documents/metadata/agent_card.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "content/tools.hpp"
#include "support/filled.hpp"
#include "unit/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

TEST(AgentCard, IsThisDocument) { expect_golden("agent-card.json", render_agent_card(example_site().view())); }

TEST(AgentCard, RequiresATokenForTheProfileToolOnly) {
  const auto card = bj::parse(render_agent_card(example_site().view()));
  EXPECT_FALSE(card.as_object().contains("securityRequirements"));
  for (const auto& skill : test::filled(card.at("skills").as_array())) {
    const bool is_gated = skill.at("id") == "get_full_profile";
    EXPECT_EQ(skill.as_object().contains("securityRequirements"), is_gated) << skill;
  }
}

TEST(AgentCard, OffersOnlyTheTransportThatExists) {
  for (const auto& rendered :
       {render_agent_card(example_site().view()), render_agent_manifest(example_site().view())}) {
    for (const auto* claim : {"\"JSONRPC\"", "\"GRPC\"", "\"HTTP+JSON\""}) {
      EXPECT_EQ(rendered.find(claim), std::string::npos) << claim;
    }
  }
}

TEST(AgentCard, WithoutPagesNamesTheModule) {
  const auto card = bj::parse(render_agent_card(example_site(Pages::off).view()));
  EXPECT_EQ(card.at("supportedInterfaces").at(0).at("url"), "https://example.com/browser-tools.js");
  EXPECT_EQ(card.at("provider").at("url"), "https://example.com/AGENTS.md");
  EXPECT_FALSE(card.as_object().contains("iconUrl"));
}

TEST(AgentManifest, IsThisDocument) { expect_golden("agent.json", render_agent_manifest(example_site().view())); }

TEST(AgentManifest, HasTheToolsInTheirOrder) {
  const auto card = bj::parse(render_agent_manifest(example_site().view(1)));
  const auto& skills = card.at("skills").as_array();
  const auto tools = content::browser_tools();
  ASSERT_EQ(skills.size(), tools.size());
  for (std::size_t i = 0; i < tools.size(); ++i) EXPECT_EQ(skills[i].at("id").as_string(), tools[i].name);
}

}  // namespace
}  // namespace agent_access::documents
