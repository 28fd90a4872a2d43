#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "example_pages.hpp"

namespace agent_access::pages::test {
namespace {

constexpr const char* kAlternate = "<link rel=\"alternate\" type=\"text/markdown\" href=\"";

content::Settings with_markdown() {
  auto enabled = settings();
  enabled.conventions.page_markdown = true;
  return enabled;
}

TEST(MarkdownForms, AreNotPublishedUnlessTheSettingsEnableThem) {
  for (const auto& [path, page] : rendered(plain(), settings())) {
    EXPECT_TRUE(page.media_type.starts_with("text/html")) << path;
    EXPECT_EQ(page.markdown.empty(), path != "/") << path;
    EXPECT_THAT(page.body, Not(HasSubstr(".md\" title=\"Markdown\""))) << path;
    EXPECT_THAT(page.extra_fields, Not(HasSubstr("alternate"))) << path;
  }
}

TEST(MarkdownForms, ExistForEveryPageAtAPathOfTheirOwn) {
  const auto pages = rendered(plain(), with_markdown());
  EXPECT_EQ(paths_of(pages), (std::set<std::string>{"/",
                                                    "/agent-access",
                                                    "/agent-access.md",
                                                    "/contact",
                                                    "/contact.md",
                                                    "/cv",
                                                    "/cv.md",
                                                    "/faq",
                                                    "/faq.md",
                                                    "/index.md",
                                                    "/projects",
                                                    "/projects.md",
                                                    "/projects/device",
                                                    "/projects/device.md",
                                                    "/publications",
                                                    "/publications.md",
                                                    "/publications/first",
                                                    "/publications/first.md",
                                                    "/publications/second",
                                                    "/publications/second.md"}));
  for (const auto& [path, page] : pages) {
    if (!path.ends_with(".md")) continue;
    const auto html = path == "/index.md" ? "/" : path.substr(0, path.size() - 3);
    EXPECT_EQ(page.media_type, "text/markdown; charset=utf-8") << path;
    EXPECT_THAT(page.body, testing::StartsWith("---\ntitle: ")) << path;
    EXPECT_EQ(pages.at(html).markdown_path, path);
    EXPECT_EQ(pages.at(html).markdown, "") << path;
    EXPECT_EQ(page.extra_fields, "Link: <https://example.com" + html + ">; rel=\"canonical\"\r\n") << path;
    EXPECT_TRUE(page.is_form) << path;
    EXPECT_THAT(pages.at(html).body, HasSubstr(kAlternate + path + "\" title=\"Markdown\">")) << html;
    EXPECT_THAT(pages.at(html).extra_fields,
                HasSubstr("Link: <" + path + ">; rel=\"alternate\"; type=\"text/markdown\"\r\n"))
        << html;
  }
}

TEST(MarkdownForms, DoNotExistForThePageOfUnknownPaths) {
  auto enabled = with_markdown();
  enabled.has_not_found_page = true;
  const auto pages = rendered(plain(), enabled);
  EXPECT_FALSE(pages.contains("/404.md"));
  EXPECT_FALSE(pages.contains("/404.html.md"));
  EXPECT_THAT(pages.at("/404.html").body, Not(HasSubstr(kAlternate)));
}

}  // namespace
}  // namespace agent_access::pages::test
