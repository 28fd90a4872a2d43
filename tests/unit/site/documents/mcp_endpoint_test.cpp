// The documents name the MCP endpoint when, and only when, it is enabled. What they say of it: golden/full, by
// whole_sites_test.cpp.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "site/documents/metadata.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

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
