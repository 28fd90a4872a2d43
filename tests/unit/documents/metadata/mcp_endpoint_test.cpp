// The documents name the MCP endpoint when, and only when, it is enabled.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "documents/guides/guides.hpp"
#include "documents/metadata/metadata.hpp"
#include "unit/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using Render = std::string (*)(const HostView&);

constexpr const char* kEndpoint = "https://example.com/mcp";

Example site_with_mcp() {
  Example example = example_site();
  example.settings.mcp.is_enabled = true;
  return example;
}

bool names_endpoint(const std::string& document) {
  for (std::size_t at = document.find(kEndpoint); at != std::string::npos; at = document.find(kEndpoint, at + 1)) {
    const char next = document[at + std::string(kEndpoint).size()];
    if (next == '"' || next == '>' || next == '`' || next == '\n' || next == '.' || next == '\\') return true;
  }
  return false;
}

class NamesTheEndpoint : public testing::TestWithParam<std::pair<const char*, Render>> {};

TEST_P(NamesTheEndpoint, IfItIsEnabled) {
  EXPECT_TRUE(names_endpoint(GetParam().second(site_with_mcp().view())));
  EXPECT_FALSE(names_endpoint(GetParam().second(example_site().view())));
}

INSTANTIATE_TEST_SUITE_P(McpEndpoint, NamesTheEndpoint,
                         testing::Values(std::pair("mcp.json", Render{render_mcp_manifest}),
                                         std::pair("server-card.json", Render{render_mcp_server_card}),
                                         std::pair("agent-card.json", Render{render_agent_card}),
                                         std::pair("agent.json", Render{render_agent_manifest}),
                                         std::pair("api-catalog", Render{render_api_catalog}),
                                         std::pair("llms.txt", Render{render_llms_txt}),
                                         std::pair("llms-full.txt", Render{render_llms_full}),
                                         std::pair("AGENTS.md", Render{render_agents_md}),
                                         std::pair("oauth-authorization-server", Render{render_authorization_server})),
                         [](const auto& parameter) {
                           std::string name = parameter.param.first;
                           for (char& letter : name) {
                             if (letter == '.' || letter == '-') letter = '_';
                           }
                           return name;
                         });

TEST(McpEndpoint, IsARemoteOfManifestAndServerCardBesideTheBrowser) {
  for (const Render render : {render_mcp_manifest, render_mcp_server_card}) {
    const auto card = bj::parse(render(site_with_mcp().view()));
    EXPECT_EQ(card.at("remotes"),
              (bj::value{{{"type", "streamable-http"},
                          {"url", kEndpoint},
                          {"supportedProtocolVersions", {"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"}}}}));
    EXPECT_EQ(card.at("transport").at("endpoint"), "https://example.com/");
    EXPECT_EQ(std::string(card.at("description").as_string()).find("no remote MCP server"), std::string::npos);
    EXPECT_FALSE(bj::parse(render(example_site().view())).as_object().contains("remotes"));
  }
}

TEST(McpEndpoint, HasAServerCardInTheCatalogsOnlyIfItIsEnabled) {
  for (const Render render : {render_ai_catalog, render_ard_manifest, render_api_catalog}) {
    EXPECT_EQ(render(example_site().view()).find("server-card"), std::string::npos);
    EXPECT_NE(render(site_with_mcp().view()).find("\"https://example.com/mcp/server-card\""), std::string::npos);
  }
  const auto catalog = bj::parse(render_ai_catalog(site_with_mcp().view(1)));
  const auto& entry = catalog.at("entries").at(1);
  EXPECT_EQ(entry.at("identifier"), "urn:air:example.com:mcp:robin-example");
  EXPECT_EQ(entry.at("type"), "application/mcp-server-card+json");
  EXPECT_EQ(entry.at("url"), "https://www.example.com/mcp/server-card");
}

TEST(McpEndpoint, HasProtectedResourceMetadataOfItsOwn) {
  const auto metadata = bj::parse(render_protected_mcp(site_with_mcp().view()));
  EXPECT_EQ(metadata.at("resource"), kEndpoint);
  EXPECT_EQ(metadata.at("authorization_servers"), (bj::array{"https://example.com"}));
  EXPECT_EQ(metadata.at("scopes_supported"), (bj::array{"read:extended"}));
}

TEST(McpEndpoint, IsAnInterfaceOfTheAgentCardAfterTheBrowser) {
  const auto card = bj::parse(render_agent_card(site_with_mcp().view()));
  const auto& interfaces = card.at("supportedInterfaces").as_array();
  ASSERT_EQ(interfaces.size(), 2U);
  EXPECT_EQ(interfaces[1].at("url"), kEndpoint);
  EXPECT_EQ(interfaces[1].at("protocolBinding"), "https://modelcontextprotocol.io/specification");
}

}  // namespace
}  // namespace agent_access::documents
