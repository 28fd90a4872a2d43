
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "unit/site/publish/all_documents.hpp"

namespace agent_access::publish {
namespace {

using documents::Rendered;

std::map<std::string, Rendered> published(const std::vector<content::StaticFile>& files, bool page_markdown = true) {
  auto example = documents::example_site();
  example.settings.conventions.page_markdown = page_markdown;
  return all_documents(example, files);
}

TEST(HostPublication, HasNoGeneratedMarkdownOfAPageThatTheOwnerReplaces) {
  const auto documents = published({{"/cv", "text/html; charset=utf-8", "<h1>Mine</h1>"}});
  EXPECT_EQ(documents.at("/cv").body, "<h1>Mine</h1>");
  EXPECT_EQ(documents.at("/cv").markdown_path, "");
  EXPECT_FALSE(documents.contains("/cv.md"));
  EXPECT_TRUE(documents.contains("/faq.md"));
  EXPECT_NE(documents.at("/llms.txt").body.find("(https://example.com/cv)"), std::string::npos);
  EXPECT_EQ(documents.at("/llms.txt").body.find("/cv.md"), std::string::npos);
  EXPECT_NE(documents.at("/llms.txt").body.find("(https://example.com/faq.md)"), std::string::npos);
  EXPECT_FALSE(published({{"/", "text/html; charset=utf-8", "<h1>Mine</h1>"}}).contains("/index.md"));
}

TEST(HostPublication, NegotiatesTheMarkdownOfTheOwner) {
  const auto documents = published({{"/cv.md", "text/markdown; charset=utf-8", "# Mine\n"}});
  EXPECT_EQ(documents.at("/cv.md").body, "# Mine\n");
  EXPECT_EQ(documents.at("/cv").markdown_path, "/cv.md");
  EXPECT_EQ(documents.at("/cv.md").extra_fields, "");
}

TEST(HostPublication, LeavesTheOwnersPageAndTheirMarkdownAlone) {
  const auto documents = published({{"/cv", "text/html", "<h1>Mine</h1>"}, {"/cv.md", "text/markdown", "# Mine\n"}});
  EXPECT_EQ(documents.at("/cv.md").body, "# Mine\n");
  EXPECT_EQ(documents.at("/cv").markdown_path, "");
}

TEST(HostPublication, WithoutMarkdownFormsServesTheOwnersFileAndNegotiatesNothing) {
  const auto documents = published({{"/cv.md", "text/markdown", "# Mine\n"}}, false);
  EXPECT_EQ(documents.at("/cv.md").body, "# Mine\n");
  EXPECT_EQ(documents.at("/cv").markdown_path, "");
}

TEST(HostPublication, IsTheSameWithPagesOfAnotherHost) {
  auto example = documents::example_site();
  example.settings.conventions.page_markdown = true;
  example.content.site.publications.front().url = "/papers/a.pdf";
  example.content.site.projects.front().repository = "/code/";
  std::vector<Rendered> rendered;
  for (auto& [path, document] : all_documents(example, {}, 1)) rendered.push_back(std::move(document));
  const Catalogue documents(std::move(rendered));
  const auto alone = all_documents(example);
  const auto after = all_documents(example, {}, 0, PublishedHost{documents, "https://www.example.com"});
  ASSERT_EQ(after.size(), alone.size());
  for (const auto& [path, document] : after) {
    const Rendered& expected = alone.at(path);
    EXPECT_EQ(document.body, expected.body) << path;
    EXPECT_EQ(document.markdown, expected.markdown) << path;
    EXPECT_EQ(document.extra_fields, expected.extra_fields) << path;
    EXPECT_EQ(document.markdown_path, expected.markdown_path) << path;
  }
}

TEST(HostPublication, TakesPagesOfAnotherHostThatDoNotNameIt) {
  const Catalogue documents({{"/faq", "text/html", "<p>taken</p>"},
                             {"/cv", "text/html", "<p>https://www.example.com/</p>"},
                             {"/llms.txt", "text/plain", "taken"}});
  const auto published = all_documents(documents::example_site(), {}, 0, {{documents, "https://www.example.com"}});
  EXPECT_EQ(published.at("/faq").body, "<p>taken</p>");
  EXPECT_THAT(published.at("/cv").body, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(published.at("/llms.txt").body, testing::StartsWith("# "));
}

TEST(HostPublication, OfAPreviewIsStoredNowhereButMetadataAndKeys) {
  auto example = documents::example_site();
  example.settings.preview.is_on = true;
  for (const auto& [path, document] : all_documents(example, {{"/a.txt", "text/plain", "a"}})) {
    const bool is_fixed =
        document.kind == documents::DocumentKind::metadata || document.kind == documents::DocumentKind::keys;
    EXPECT_EQ(document.is_stored, is_fixed) << path;
  }
  for (const auto& [path, document] : published({})) EXPECT_TRUE(document.is_stored) << path;
}

TEST(HostPublication, OfAPreviewWithProblemsShowsThemOnEveryPageAndLeavesDocumentsAlone) {
  auto example = documents::example_site();
  const auto before = all_documents(example, {{"/own.html", "text/html; charset=utf-8", "<h1>Mine</h1>"}});
  example.settings.preview = {.is_on = true, .problems = {"site.json:3: title: \"<script>\"", "faq.json:1: {{x}}"}};
  const auto after = all_documents(example, {{"/own.html", "text/html; charset=utf-8", "<h1>Mine</h1>"}});
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [path, document] : after) {
    if (document.media_type != documents::kHtmlType) {
      EXPECT_EQ(document.body, before.at(path).body) << path;
      continue;
    }
    EXPECT_THAT(document.body, testing::HasSubstr("<pre>site.json:3: title: &quot;&lt;script&gt;&quot;</pre>\n"
                                                  "<pre>faq.json:1: {{x}}</pre>"))
        << path;
    EXPECT_THAT(document.extra_fields, testing::StartsWith("Content-Security-Policy: default-src 'none'")) << path;
  }
  EXPECT_EQ(after.at("/").markdown, before.at("/").markdown);
}

}  // namespace
}  // namespace agent_access::publish
