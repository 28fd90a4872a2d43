#include "site/templates/template.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "site/templates/assets.hpp"

namespace agent_access::templates {
namespace {

TEST(Template, EscapesByTheKindOfItsFileOutsideThreeBraces) {
  const View view = View().set("x", R"(<a> "b" \ *c*)");
  EXPECT_EQ(fill("page.html", "<p>{{x}}</p>", view), R"(<p>&lt;a&gt; &quot;b&quot; \ *c*</p>)");
  EXPECT_EQ(fill("openapi.json", R"({"x": "{{x}}"})", view), R"({"x": "<a> \"b\" \\ *c*"})");
  EXPECT_EQ(fill("guide.md", "# {{x}}", view), R"(# \<a> "b" \\ \*c\*)");
  EXPECT_EQ(fill("nginx.conf", "x {{x}};", view), R"(x <a> "b" \ *c*;)");
  EXPECT_EQ(fill("program.1", "{{x}}", View().set("x", "--a 'b'")), R"(\-\-a \(aqb\(aq)");
  EXPECT_EQ(fill("program.zsh", "'{{x}}'", View().set("x", "it's")), R"('it'\''s')");
  EXPECT_EQ(fill("page.html", "{{{x}}}", view), R"(<a> "b" \ *c*)");
}

TEST(Template, RepeatsASectionForEachItemWithTheValuesAround) {
  const View view = View()
                        .set("site", "Example")
                        .set("items", std::vector<View>{View().set("name", "one"), View().set("name", "two")});
  EXPECT_EQ(fill("list.txt", "{{#items}}\n- {{name}} of {{site}}\n{{/items}}\nend\n", view),
            "- one of Example\n- two of Example\nend\n");
}

TEST(Template, ShowsAPartOfAFlagThatIsSetAndOfATextOrListThatIsNotEmpty) {
  const auto* text = "{{#x}}yes{{/x}}{{^x}}no{{/x}}";
  EXPECT_EQ(fill("a.txt", text, View().set("x", true)), "yes");
  EXPECT_EQ(fill("a.txt", text, View().set("x", false)), "no");
  EXPECT_EQ(fill("a.txt", text, View().set("x", std::vector<View>{})), "no");
  EXPECT_EQ(fill("a.txt", text, View().set_optional("x", "")), "no");
  EXPECT_EQ(fill("a.txt", "{{#x}}<{{x}}>{{/x}}", View().set_optional("x", "1")), "<1>");
}

TEST(Template, LeavesOutLinesWithNothingButTagsOfSectionsAndComments) {
  const auto* text =
      "a\n{{! why }}\n{{#on}}\n\n  b\n{{/on}}\n\n  {{^on}} {{#on}}\nc\n{{/on}}{{/on}}\nd {{#on}}e{{/on}}\n";
  EXPECT_EQ(fill("a.txt", text, View().set("on", true)), "a\n\n  b\n\nd e\n");
  EXPECT_EQ(fill("a.txt", text, View().set("on", false)), "a\n\nd \n");
  EXPECT_EQ(fill("a.txt", "{{#on}}{{x}}{{/on}}\n{{x}}\n", View().set("on", true).set("x", "")), "\n\n");
  EXPECT_EQ(fill("a.conf", "server {\n{{#on}}\n  {\n}}\n{{/on}}\n}\n", View().set("on", true)),
            "server {\n  {\n}}\n}\n");
}

TEST(Template, HasBracketsAtTheEndsOfLines) {
  EXPECT_EQ(fill("a.txt", "a {\n{\n  {{x}}\n}\n}", View().set("x", "1")), "a {\n{\n  1\n}\n}");
  EXPECT_EQ(fill("a.txt", "{{#x}}\n{\n{{/x}}\n{", View().set("x", "1")), "{\n{");
}

TEST(Template, LooksForNamesInTheViewThenAroundIt) {
  Template text("a.txt", "{{x}} {{y}}");
  EXPECT_EQ(text.fill(View().set("x", "1"), View().set("x", "2").set("y", "3")), "1 3");
}

TEST(Template, HasTheValuesOfTheStatementOfTheProtocolLast) {
  EXPECT_EQ(fill("a.txt", "{{token_seconds}} {{jwks_path}}", View()), "900 /.well-known/jwks.json");
  EXPECT_EQ(fill("a.txt", "{{token_seconds}}", View().set("token_seconds", "1")), "1");
}

TEST(Template, ReadsPartsOfAView) {
  EXPECT_EQ(fill("a.txt", "{{label.title}}", View().set("label", View().set("title", "Titel"))), "Titel");
}

TEST(Template, NeverReadsAValueAsATemplate) {
  EXPECT_EQ(fill("a.txt", "{{x}} {{{x}}}", View().set("x", "{{y}} {{#x}}")), "{{y}} {{#x}} {{y}} {{#x}}");
}

TEST(Template, HasTheTextOfAPartialAtItsPlaceWithTheValuesThere) {
  const View view = View().set("issuer", "https://a.example").set("grant_type", "*x*").set("profile_path", "/p");
  const std::string lines = fill("guides/quick-start.sh", asset("guides/quick-start.sh"), view);
  EXPECT_NE(lines.find("https://a.example/p"), std::string::npos);
  EXPECT_EQ(fill("a.txt", "```\n{{> guides/quick-start.sh}}\n```\n", view), "```\n" + lines + "```\n");
  EXPECT_EQ(fill("a.txt", "a {{>guides/quick-start.sh}}b\n", view), "a " + lines.substr(0, lines.size() - 1) + "b\n");
}

TEST(Template, HasNoEmptyLineForAPartialThatEndsWithASection) {
  const View view = View().set("tools", std::vector<View>{});
  EXPECT_EQ(fill("a.md", "a\n{{> guides/tools.md}}\nb\n", view), "a\nb\n");
}

TEST(Template, RefusesAPartialThatDoesNotExist) {
  EXPECT_THROW(Template("a.txt", "{{> guides/none.md}}"), std::logic_error);
  EXPECT_THROW(Template("a.txt", "{{> guides/tools.md"), std::logic_error);
  EXPECT_THROW(Template("a.txt", "{{>"), std::logic_error);
}

TEST(Template, RefusesANameWithoutAValueAndASectionThatIsNotClosed) {
  EXPECT_THROW(static_cast<void>(fill("a.txt", "{{x}}", View())), std::logic_error);
  EXPECT_THROW(static_cast<void>(fill("a.txt", "{{#x}}{{/x}}", View())), std::logic_error);
  EXPECT_THROW(static_cast<void>(fill("a.txt", "{{^x}}{{/x}}", View())), std::logic_error);
  EXPECT_THROW(Template("a.txt", "{{#x}}"), std::logic_error);
  EXPECT_THROW(Template("a.txt", "{{/x}}"), std::logic_error);
}

TEST(Template, IsFilledManyTimes) {
  Template text("a.txt", "{{x}}\n");
  EXPECT_EQ(text.fill(View().set("x", "1")), "1\n");
  EXPECT_EQ(text.fill(View().set("x", "2")), "2\n");
}

}  // namespace
}  // namespace agent_access::templates
