#include "site/content/pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/content/load.hpp"

namespace agent_access::content {
namespace {

using testing::ElementsAre;

std::vector<std::string> paths(const Settings& settings, const Content& content) {
  std::vector<std::string> all;
  for (const Page& page : pages_of(settings, content)) all.push_back(page.path);
  return all;
}

TEST(PagesOf, OmitsPagesWithoutContent) {
  Content content{minimal_site("N"), minimal_faq()};
  EXPECT_THAT(paths({}, content), ElementsAre("/", "/faq", "/contact", "/agent-access"));
  content.site.projects.emplace_back();
  EXPECT_THAT(paths({}, content), ElementsAre("/", "/projects", "/faq", "/contact", "/agent-access"));
}

TEST(PagesOf, OmitsTheFaqWithoutQuestionsAndAgentAccessWithoutAProfile) {
  Settings settings;
  settings.has_profile = false;
  EXPECT_THAT(paths(settings, {minimal_site("N", false), {}}), ElementsAre("/", "/contact"));
}

TEST(PagesOf, ListsAllInTheOrderOfTheNavigation) {
  Content content{minimal_site("N"), minimal_faq()};
  content.site.publications.emplace_back();
  content.site.projects.emplace_back();
  content.site.cv.emplace();
  EXPECT_THAT(paths({}, content),
              ElementsAre("/", "/publications", "/projects", "/cv", "/faq", "/contact", "/agent-access"));
  for (const Page& page : pages_of({}, content)) {
    EXPECT_EQ(page.path, page.slug == "home" ? "/" : "/" + page.slug);
    EXPECT_FALSE(page.title.empty());
    EXPECT_TRUE(page.summary.ends_with('.')) << page.summary;
  }
}

TEST(PagesOf, HaveTitlesAndSummariesInTheLanguageOfTheSite) {
  Content content{minimal_site("Kim"), minimal_faq()};
  content.site.language = "fr";
  const auto pages = pages_of({}, content);
  EXPECT_EQ(pages.back().title, "Accès des agents");
  EXPECT_EQ(pages.at(2).summary, "Comment joindre Kim.");
}

TEST(PagesOf, IsEmptyWhenPagesAreDisabled) {
  Settings settings;
  settings.has_pages = false;
  EXPECT_TRUE(pages_of(settings, {minimal_site("N"), minimal_faq()}).empty());
}

TEST(PathOf, IsTheSlugInItsCollection) {
  Publication publication;
  publication.slug = "a-b";
  Project project;
  project.slug = "c";
  Settings settings;
  EXPECT_EQ(path_of(settings, publication), "/publications/a-b");
  EXPECT_EQ(path_of(settings, project), "/projects/c");
  settings.has_pages = false;
  EXPECT_EQ(path_of(settings, publication), "");
  EXPECT_EQ(path_of(settings, project), "");
}

}  // namespace
}  // namespace agent_access::content
