// Properties of single pages and assets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "example_pages.hpp"
#include "site/pages/pages.hpp"
#include "support/filled.hpp"

namespace agent_access::pages::test {
namespace {

namespace bj = boost::json;

TEST(BrowserTools, ContainTheDefinitionsOfTheTable) {
  const auto body = render_browser_tools();
  const std::string open = "const kDefinitions = ";
  const auto begin = body.find(open);
  ASSERT_NE(begin, std::string::npos);
  const auto end = body.find("\n]", begin) + 2;
  const auto definitions = bj::parse(body.substr(begin + open.size(), end - begin - open.size())).as_array();
  ASSERT_EQ(definitions.size(), 8U);
  EXPECT_EQ(definitions[1].at("name"), "search_content");
  EXPECT_EQ(definitions[1].at("inputSchema").at("required"), bj::parse(R"(["query"])"));
  EXPECT_EQ(definitions[1].at("annotations"),
            bj::parse(R"({"readOnlyHint": true, "untrustedContentHint": false, "consequentialHint": false})"));
  EXPECT_FALSE(definitions[1].as_object().contains("gated"));
  EXPECT_EQ(definitions[7].at("name"), "get_full_profile");
  EXPECT_EQ(definitions[7].at("gated"), true);
}

}  // namespace
}  // namespace agent_access::pages::test
