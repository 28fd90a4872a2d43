#include "site/documents/mcp_manifest.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>

#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

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

}  // namespace
}  // namespace agent_access::documents
