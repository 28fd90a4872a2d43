#include "commands/commands.hpp"

#include <gtest/gtest.h>

namespace agent_access::commands {
namespace {

base::BaseUrl url_of(std::string_view text) { return base::parse_base_url(text).value(); }

TEST(RegistryComplaint, RefusesHostsThatAreNotPublic) {
  EXPECT_EQ(registry_complaint(url_of("https://www.example.com")), std::nullopt);
  EXPECT_EQ(registry_complaint(url_of("http://127.0.0.1:8080")),
            "base_urls begins with http://127.0.0.1:8080, which only this machine or network can reach; the registry "
            "lists public servers: name the address of the site first");
}

TEST(RenderRegistryEntry, WritesTheFile) {
  const documents::McpIdentity identity = {"com.example.www/robin-example", "Robin Example",
                                           "Notes about small networks"};
  EXPECT_EQ(render_registry_entry(url_of("https://www.example.com"), identity, "1.0.1"),
            R"({
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "com.example.www/robin-example",
  "title": "Robin Example",
  "description": "Notes about small networks",
  "version": "1.0.1",
  "websiteUrl": "https://www.example.com",
  "remotes": [
    {"type": "streamable-http", "url": "https://www.example.com/mcp"}
  ]
}
)");
}

}  // namespace
}  // namespace agent_access::commands
