
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
  EXPECT_EQ(documents.at("/cv").markdown, "");
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
  EXPECT_EQ(documents.at("/cv").markdown, "# Mine\n");
  EXPECT_EQ(published({{"/index.md", "text/markdown", "# Home\n"}}).at("/").markdown, "# Home\n");
}

TEST(HostPublication, LeavesTheOwnersPageAndTheirMarkdownAlone) {
  const auto documents = published({{"/cv", "text/html", "<h1>Mine</h1>"}, {"/cv.md", "text/markdown", "# Mine\n"}});
  EXPECT_EQ(documents.at("/cv.md").body, "# Mine\n");
  EXPECT_EQ(documents.at("/cv").markdown, "");
}

TEST(HostPublication, WithoutMarkdownFormsServesTheOwnersFileAndNegotiatesNothing) {
  const auto documents = published({{"/cv.md", "text/markdown", "# Mine\n"}}, false);
  EXPECT_EQ(documents.at("/cv.md").body, "# Mine\n");
  EXPECT_EQ(documents.at("/cv").markdown, "");
}

}  // namespace
}  // namespace agent_access::publish
