#include "site/content/tools.hpp"
#include "support/filled.hpp"

#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "site/content/text_form.hpp"

namespace agent_access::content {
namespace {

TEST(BrowserTools, AreThoseThatNeedNoTokenWithoutAProfile) {
  const auto open = browser_tools(false);
  EXPECT_EQ(open.size(), 7U);
  EXPECT_EQ(open.data(), browser_tools().data());
  for (const Tool& tool : open) EXPECT_FALSE(tool.is_gated) << tool.name;
}

TEST(BrowserTools, ListWorksOfEachKind) {
  const auto& schema = browser_tools()[2].input_schema;
  const auto& kinds = schema.at("properties").at("type").at("enum").as_array();
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.emplace_back(kind.as_string());
  EXPECT_EQ(work_type_fault("poem"), "expected one of " + base::joined(names) + ", got \"poem\"");
}

TEST(BrowserTools, AcceptOneObjectWithoutOtherMembers) {
  for (const Tool& tool : test::filled(browser_tools())) {
    const auto& schema = tool.input_schema;
    EXPECT_EQ(schema.at("type"), "object") << tool.name;
    EXPECT_EQ(schema.at("additionalProperties"), false) << tool.name;
    const auto& properties = schema.at("properties").as_object();
    for (const auto& [name, property] : properties) {
      EXPECT_TRUE(property.as_object().contains("description")) << tool.name << " " << name;
    }
    const auto* required = schema.if_contains("required");
    if (required == nullptr) continue;
    for (const auto& name : required->as_array()) EXPECT_TRUE(properties.contains(name.as_string())) << tool.name;
  }
}

}  // namespace
}  // namespace agent_access::content
