#include "site/documents/metadata.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

TEST(AgentCard, IsThisDocument) { expect_golden("agent-card.json", render_agent_card(example_site().view())); }

TEST(AgentCard, WithoutPagesNamesTheModule) {
  const auto card = bj::parse(render_agent_card(example_site(Pages::off).view()));
  EXPECT_EQ(card.at("supportedInterfaces").at(0).at("url"), "https://example.com/browser-tools.js");
  EXPECT_EQ(card.at("provider").at("url"), "https://example.com/AGENTS.md");
  EXPECT_FALSE(card.as_object().contains("iconUrl"));
}

TEST(AgentManifest, IsThisDocument) { expect_golden("agent.json", render_agent_manifest(example_site().view())); }

}  // namespace
}  // namespace agent_access::documents
