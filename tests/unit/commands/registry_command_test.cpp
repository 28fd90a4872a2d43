#include "commands/commands.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::commands {
namespace {

base::BaseUrl url_of(std::string_view text) { return base::parse_base_url(text).value(); }

std::string name_of(std::string_view url) { return registry_name(url_of(url)).value_or("refused"); }

TEST(RegistryName, IsTheReversedHost) {
  EXPECT_EQ(name_of("https://example.com"), "com.example/agent-access");
  EXPECT_EQ(name_of("https://www.example.com"), "com.example.www/agent-access");
  EXPECT_EQ(name_of("https://agents.example.co.uk:8443"), "uk.co.example.agents/agent-access");
  EXPECT_EQ(name_of("https://xn--mller-kva.example"), "example.xn--mller-kva/agent-access");
}

TEST(RegistryName, RefusesHostsThatAreNotPublic) {
  for (const auto* url : {"http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080", "https://127.0.0.1",
                          "https://192.0.2.1", "https://[2001:db8::1]", "https://intranet", "https://site.localhost",
                          "https://printer.local", "https://agents.internal"}) {
    EXPECT_EQ(name_of(url), "refused") << url;
  }
  EXPECT_EQ(registry_name(url_of("http://127.0.0.1:8080")).error(),
            "base_urls begins with http://127.0.0.1:8080, which only this machine or network can reach; the registry "
            "lists public servers: name the address of the site first");
}

TEST(RegistryName, HasAtMost200Characters) {
  const std::string labels = std::string(60, 'a') + '.' + std::string(60, 'b') + '.';
  const auto host = [&](std::size_t last) { return "https://" + labels + std::string(last, 'c') + ".com"; };
  EXPECT_EQ(name_of(host(61)).size(), 200U);
  EXPECT_EQ(name_of(host(62)), "refused");
}

TEST(RegistryText, IsCutAfterAWordAt100Characters) {
  const std::string hundred = std::string(50, 'a') + ' ' + std::string(49, 'b');
  EXPECT_EQ(registry_text(hundred), hundred);
  EXPECT_EQ(registry_text(hundred + 'b'), std::string(50, 'a') + "…");
  EXPECT_EQ(registry_text(std::string(50, 'a') + ' ' + std::string(48, 'b') + " c"),
            std::string(50, 'a') + ' ' + std::string(48, 'b') + "…");
  EXPECT_EQ(registry_text(std::string(101, 'a')), std::string(99, 'a') + "…");
}

TEST(RegistryText, CountsCharactersInsteadOfBytes) {
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "ü";
  EXPECT_EQ(registry_text(umlauts), umlauts);
  EXPECT_EQ(registry_text(umlauts + "ü"), umlauts.substr(0, 198) + "…");
}

TEST(RenderRegistryEntry, WritesTheFile) {
  content::Site site;
  site.title = "Robin Example";
  site.tagline = "Notes about small networks";
  EXPECT_EQ(render_registry_entry(url_of("https://www.example.com"), "com.example.www/agent-access", "1.0.1", site),
            R"({
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "com.example.www/agent-access",
  "title": "Robin Example",
  "description": "Notes about small networks",
  "version": "1.0.1",
  "websiteUrl": "https://www.example.com",
  "remotes": [
    {"type": "streamable-http", "url": "https://www.example.com/mcp"}
  ]
}
)");
  site.tagline.clear();
  const auto without = render_registry_entry(url_of("https://example.com"), "com.example/agent-access", "1.0.0", site);
  EXPECT_NE(without.find(R"("description": "Content, questions, contact and extended profile of Robin Example",)"
                         "\n"),
            std::string::npos)
      << without;
}

}  // namespace
}  // namespace agent_access::commands
