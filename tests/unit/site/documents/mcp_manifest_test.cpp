#include "site/documents/mcp_manifest.hpp"
#include "site/documents/agent_card.hpp"
#include "site/documents/catalogs.hpp"
#include "site/documents/oauth_metadata.hpp"
#include "site/guides/guides.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

TEST(McpManifest, OffersNoServerToConnectTo) {
  for (const auto& rendered :
       {render_mcp_manifest(example_site().view()), render_mcp_server_card(example_site().view())}) {
    const auto card = bj::parse(rendered);
    EXPECT_EQ(card.at("transport").at("type"), "https://webmachinelearning.github.io/webmcp/");
    for (const auto* member : {"endpoint", "remotes"}) EXPECT_FALSE(card.as_object().contains(member)) << member;
  }
}

McpIdentity identity_of(std::string_view url, std::string_view title, std::string_view tagline = "") {
  Example example = example_site();
  example.settings.base_urls = {base::parse_base_url(url).value()};
  example.content.site.title = title;
  example.content.site.tagline = tagline;
  return mcp_identity(example.view());
}

TEST(McpIdentity, IsNamedByTheReversedHostAndTheTitle) {
  const auto name_of = [](std::string_view url, std::string_view title) { return identity_of(url, title).name; };
  EXPECT_EQ(name_of("https://example.com", "Robin Example"), "com.example/robin-example");
  EXPECT_EQ(name_of("https://agents.example.co.uk:8443", "R & E: (2) "), "uk.co.example.agents/r-e-2");
  EXPECT_EQ(name_of("https://example.com", "名前"), "com.example/site");
  EXPECT_EQ(name_of("http://localhost:8080", "AB"), "localhost/ab");
  EXPECT_EQ(name_of("http://127.0.0.1:8080", "AB"), "127.0.0.1/ab");
  EXPECT_EQ(name_of("http://[::1]:8080", "A"), "--1/site");
}

TEST(McpIdentity, HasANameOfAtMost200Characters) {
  const std::string label(60, 'a');
  const auto name = identity_of("https://" + label + "." + label + "." + label + ".com", std::string(80, 'T')).name;
  EXPECT_EQ(name, "com." + label + "." + label + "/" + std::string(49, 't'));
  EXPECT_TRUE(
      identity_of("https://example.com", std::string(48, 't') + " x").name.ends_with("/" + std::string(48, 't')));
}

TEST(McpIdentity, DescribesASiteWithoutATagline) {
  EXPECT_EQ(identity_of("https://example.com", "Robin").description,
            "Content, questions, contact and extended profile of Robin");
  const auto identity = identity_of("https://example.com", std::string(120, 'T'), std::string(99, 'x') + " y z");
  EXPECT_EQ(identity.title, std::string(99, 'T') + "…");
  EXPECT_EQ(identity.description, std::string(99, 'x') + "…");
}

TEST(McpIdentity, HasTheIconOfTheSiteOnTheRequestedHost) {
  Example example = example_site();
  EXPECT_EQ(
      mcp_identity(example.view(1)).icons,
      bj::parse(R"([{"src": "https://www.example.com/favicon.svg", "mimeType": "image/svg+xml", "sizes": ["any"]}])"));
  example.content.site.design.favicon = "/me.png";
  EXPECT_EQ(mcp_identity(example.view()).icons,
            bj::parse(R"([{"src": "https://example.com/me.png", "mimeType": "image/png"}])"));
  EXPECT_TRUE(mcp_identity(example_site(Pages::off).view()).icons.empty());
}

TEST(McpServerCard, HasIconsAndTheRevisionOfItsEndpoint) {
  Example example = example_site();
  const auto without = bj::parse(render_mcp_server_card(example.view()));
  EXPECT_EQ(without.at("protocolVersion"), "2025-11-25");
  example.settings.mcp.is_enabled = true;
  const auto card = bj::parse(render_mcp_server_card(example.view()));
  EXPECT_EQ(card.at("protocolVersion"), "2026-07-28");
  EXPECT_EQ(card.at("remotes").at(0).at("supportedProtocolVersions").at(0), "2026-07-28");
  EXPECT_EQ(bj::parse(render_mcp_manifest(example.view())).at("protocolVersion"), "2026-07-28");
  for (const auto& icons : {card.at("icons"), card.at("serverInfo").at("icons")}) {
    EXPECT_EQ(icons, bj::value(mcp_identity(example.view()).icons));
  }
  EXPECT_EQ(card.at("tools").at(0).at("icons"), bj::parse(R"([{"src": "https://example.com/favicon.svg"}])"));
  EXPECT_FALSE(card.as_object().contains("iconUrl"));
}

TEST(McpTools, HaveAnOutputSchemaAndHints) {
  for (const auto& tool : tool_array(McpIdentity{})) {
    EXPECT_EQ(tool.at("outputSchema").at("type"), "object") << tool.at("name");
    EXPECT_EQ(tool.at("annotations"), bj::parse(R"({"readOnlyHint": true, "destructiveHint": false,
                                                    "idempotentHint": true, "openWorldHint": false})"));
    EXPECT_FALSE(tool.as_object().contains("icons"));
  }
}

TEST(McpManifest, WithoutPagesNamesTheModule) {
  const auto manifest = bj::parse(render_mcp_manifest(example_site(Pages::off).view()));
  EXPECT_EQ(manifest.at("transport").at("endpoint"), "https://example.com/browser-tools.js");
  EXPECT_FALSE(manifest.as_object().contains("iconUrl"));
}

// The documents name the MCP endpoint when, and only when, it is enabled. What they say of it: golden/full, by
// whole_sites_test.cpp.

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

TEST(McpEndpoint, IsNamedIfItIsEnabled) {
  for (const auto& [name, render] :
       std::vector<std::pair<const char*, Render>>{{"mcp.json", render_mcp_manifest},
                                                   {"server-card.json", render_mcp_server_card},
                                                   {"agent-card.json", render_agent_card},
                                                   {"agent.json", render_agent_manifest},
                                                   {"api-catalog", render_api_catalog},
                                                   {"llms.txt", render_llms_txt},
                                                   {"llms-full.txt", render_llms_full},
                                                   {"AGENTS.md", render_agents_md},
                                                   {"oauth-authorization-server", render_authorization_server}}) {
    EXPECT_TRUE(names_endpoint(render(site_with_mcp().view()))) << name;
    EXPECT_FALSE(names_endpoint(render(example_site().view()))) << name;
  }
}

}  // namespace
}  // namespace agent_access::documents
