#include "app/deployment/content_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "app/deployment/content_oversights.hpp"
#include "site/content/labels.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

content::Site site_with(content::Design design) {
  content::Site site;
  site.design = std::move(design);
  return site;
}

TEST(PageWarnings, AreNoneForImagesThatAreServed) {
  const std::vector<content::StaticFile> files = {{"/logo.svg", "image/svg+xml", "<svg/>"},
                                                  {"/me.jpg", "image/jpeg", std::string(std::size_t{1} << 20U, 'x')}};
  EXPECT_THAT(
      page_warnings({}, site_with({.logo = "/logo.svg", .portrait = "/me.jpg", .favicon = "/favicon.svg"}), files),
      IsEmpty());
  EXPECT_THAT(page_warnings({}, site_with({}), {}), IsEmpty());
}

TEST(PageWarnings, NameAnImageThatIsMissingOrTooLarge) {
  EXPECT_THAT(
      page_warnings({}, site_with({.portrait = "/pictures/me.jpg"}), {}),
      ElementsAre("content.site: design.portrait: content.root has no /pictures/me.jpg; put the image there, or "
                  "let the web server in front serve that path"));
  const std::vector<content::StaticFile> files = {
      {"/logo.png", "image/png", std::string((std::size_t{256} << 10U) + 1, 'x')}};
  EXPECT_THAT(
      page_warnings({}, site_with({.logo = "/logo.png"}), files),
      ElementsAre("content.site: design.logo: /logo.png has 257 KiB, which every visitor loads; 256KiB is enough "
                  "for the size in which it is shown"));
}

TEST(UnshownMembers, AreNamedOnceAndInBounds) {
  content::Site site;
  EXPECT_EQ(unshown_members(site), "");
  site.source = {{"volunteer", nullptr}};
  EXPECT_EQ(unshown_members(site), "1 member is published in /api/site.json and shown nowhere else: volunteer");
  site.source["publications"] = {{{"title", "A"}, {"abstract", "x"}}, {{"abstract", "y"}}};
  EXPECT_EQ(unshown_members(site),
            "3 members are published in /api/site.json and shown nowhere else: publications[].abstract (2), volunteer");
  for (int i = 0; i < 30; ++i) site.source["a" + std::to_string(10 + i)] = i;
  EXPECT_EQ(unshown_members(site),
            "33 members are published in /api/site.json and shown nowhere else: a10, a11, a12, a13, a14, a15, a16, "
            "a17, a18, a19, a20, a21 and 20 more names");
}

TEST(MarkupWarnings, AreAFewWithTheNumberOfTheOthers) {
  const content::ContentError error{.line = 2, .member = "a[0]", .sentence = "has HTML"};
  EXPECT_THAT(markup_warnings("faq.json", {}), IsEmpty());
  EXPECT_THAT(markup_warnings("s.json", {error}), ElementsAre("s.json:2: a[0]: has HTML"));
  const auto many = markup_warnings("s.json", std::vector(5, error));
  ASSERT_EQ(many.size(), 4);
  EXPECT_EQ(many.back(), "s.json: and 2 more texts with markup");
}

TEST(PageWarnings, NameTheLanguageThatSiteJsonSeemsToHave) {
  content::Site site;
  site.source = {
      {"owner",
       {{"name", "R"}, {"summary", "Ich baue leise Räume für die Musik und schreibe darüber, wie sie klingen."}}}};
  EXPECT_THAT(page_warnings({}, site, {}),
              ElementsAre("content.site: no language is set, so the pages are in English; write \"language\": \"de\" "
                          "into site.json, which was guessed from its texts, or another one"));
  site.source["language"] = "en";
  EXPECT_THAT(page_warnings({}, site, {}), IsEmpty());
  site.source = {{"owner", {{"name", "R"}, {"summary", "She is the head of a laboratory and writes about it."}}}};
  EXPECT_THAT(page_warnings({}, site, {}), IsEmpty());
}

TEST(PageWarnings, CountTheTextsThatAreNotInTheLanguageOfTheSite) {
  content::Site site;
  site.language = "ar";
  const auto all = std::to_string(content::label_names().size());
  EXPECT_THAT(
      page_warnings({}, site, {}),
      ElementsAre("content.site: language \"ar\": " + all + " of " + all +
                  " texts of the pages are English; write them into labels (site.schema.json lists their names)"));
  for (const auto& name : content::label_names()) site.labels[name] = "نص";
  EXPECT_THAT(page_warnings({}, site, {}), IsEmpty());
  site.labels.erase("skip");
  site.labels.erase("about");
  EXPECT_THAT(page_warnings({}, site, {}),
              ElementsAre("content.site: language \"ar\": 2 of " + all +
                          " texts of the pages are English; write them into labels (about, skip)"));
}

TEST(PageWarnings, NameTheSettingForUnknownPathsIfNoPageExists) {
  Config config;
  config.settings.has_pages = false;
  config.settings.has_not_found_page = true;
  EXPECT_THAT(page_warnings(config, site_with({.logo = "/missing.svg"}), {}),
              ElementsAre("content.not_found_page has no effect with content.pages = false; put a 404.html into "
                          "content.root"));
  const std::vector<content::StaticFile> files = {{"/404.html", "text/html", "<h1>Gone</h1>"}};
  EXPECT_THAT(page_warnings(config, site_with({}), files), IsEmpty());
  config.settings.is_beside = true;
  EXPECT_THAT(page_warnings(config, site_with({}), files),
              ElementsAre("content.not_found_page has no effect with content.beside = true; unknown paths are your "
                          "site's"));
}

Config with_discovery() {
  Config config;
  config.settings.base_urls = {base::BaseUrl("https://example.com"), base::BaseUrl("https://www.example.com")};
  config.settings.conventions = {.ard = true, .page_markdown = true};
  return config;
}

TEST(PageWarnings, SayNothingAboutConventionsThatHaveTheirEffect) {
  EXPECT_THAT(page_warnings(with_discovery(), site_with({}), {}), IsEmpty());
  const std::vector<content::StaticFile> files = {
      {"/robots.txt", "text/plain", "User-agent: *\nAGENTMAP: https://example.com/.well-known/ard.json\n"}};
  EXPECT_THAT(page_warnings(with_discovery(), site_with({}), files), IsEmpty());
  const std::vector<content::StaticFile> own = {{"/robots.txt", "text/plain", "User-agent: *\n"}};
  EXPECT_THAT(page_warnings({}, site_with({}), own), IsEmpty()) << "nothing is enabled";
}

TEST(PageWarnings, NameConventionsWithoutTheirEffect) {
  Config config = with_discovery();
  const std::vector<content::StaticFile> robots = {{"/robots.txt", "text/plain", "User-agent: *\n# Agentmap: no\n"}};
  EXPECT_THAT(page_warnings(config, site_with({}), robots),
              ElementsAre("discovery.ard: the robots.txt in content.root does not name the manifest; add the line "
                          "Agentmap: https://example.com/.well-known/ard.json"));
  config.settings.has_pages = false;
  EXPECT_THAT(page_warnings(config, site_with({}), {}),
              ElementsAre("discovery.page_markdown has no effect with content.pages = false; only generated pages have "
                          "Markdown forms"));
  config.settings.is_beside = true;
  EXPECT_THAT(page_warnings(config, site_with({}), {}), IsEmpty());
}

}  // namespace
}  // namespace agent_access::app
