#include "documents/metadata/metadata.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "unit/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

TEST(McpManifest, IsThisDocument) { expect_golden("mcp.json", render_mcp_manifest(example_site().view())); }

TEST(McpManifest, DescribesEightReadOnlyTools) {
  const auto manifest = bj::parse(render_mcp_manifest(example_site().view()));
  const auto& tools = manifest.at("tools").as_array();
  EXPECT_EQ(tools.size(), 8U);
  for (const auto& tool : tools) {
    EXPECT_EQ(tool.at("inputSchema").at("type"), "object");
    EXPECT_EQ(tool.at("annotations").at("readOnlyHint"), true);
    EXPECT_EQ(tool.as_object().contains("_meta"), tool.at("name") == "get_full_profile");
  }
}

TEST(McpManifest, OffersNoServerToConnectTo) {
  for (const auto& rendered :
       {render_mcp_manifest(example_site().view()), render_mcp_server_card(example_site().view())}) {
    const auto card = bj::parse(rendered);
    EXPECT_EQ(card.at("transport").at("type"), "https://webmachinelearning.github.io/webmcp/");
    for (const auto* member : {"endpoint", "remotes"}) EXPECT_FALSE(card.as_object().contains(member)) << member;
  }
}

TEST(McpServerCard, IsTheManifestWithNameAndAddress) {
  auto card = bj::parse(render_mcp_server_card(example_site().view(1))).as_object();
  EXPECT_EQ(card.at("name"), "site-webmcp-tools");
  EXPECT_EQ(card.at("serverUrl"), "https://www.example.com/");
  card.erase("name");
  card.erase("serverUrl");
  EXPECT_EQ(card, bj::parse(render_mcp_manifest(example_site().view(1))).as_object());
}

TEST(McpManifest, WithoutPagesNamesTheModule) {
  const auto manifest = bj::parse(render_mcp_manifest(example_site(Pages::off).view()));
  EXPECT_EQ(manifest.at("transport").at("endpoint"), "https://example.com/browser-tools.js");
  EXPECT_FALSE(manifest.as_object().contains("iconUrl"));
}

}  // namespace
}  // namespace agent_access::documents
