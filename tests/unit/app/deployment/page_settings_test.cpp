#include "app/deployment/page_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

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

TEST(PageWarnings, NameAMissingImage) {
  EXPECT_THAT(
      page_warnings({}, site_with({.portrait = "/pictures/me.jpg"}), {}),
      ElementsAre("content.site: design.portrait: content.root has no /pictures/me.jpg; put the image there, or "
                  "let the web server in front serve that path"));
}

TEST(PageWarnings, NameAnImageThatIsTooLarge) {
  const std::vector<content::StaticFile> files = {
      {"/logo.png", "image/png", std::string((std::size_t{256} << 10U) + 1, 'x')}};
  EXPECT_THAT(
      page_warnings({}, site_with({.logo = "/logo.png"}), files),
      ElementsAre("content.site: design.logo: /logo.png has 257 KiB, which every visitor loads; 256KiB is enough "
                  "for the size in which it is shown"));
}

TEST(PageWarnings, NameTheSettingForUnknownPathsIfNoPageExists) {
  Config config;
  config.pages = false;
  config.not_found_page = true;
  EXPECT_THAT(page_warnings(config, site_with({.logo = "/missing.svg"}), {}),
              ElementsAre("content.not_found_page has no effect with content.pages = false; put a 404.html into "
                          "content.root"));
  const std::vector<content::StaticFile> files = {{"/404.html", "text/html", "<h1>Gone</h1>"}};
  EXPECT_THAT(page_warnings(config, site_with({}), files), IsEmpty());
}

}  // namespace
}  // namespace agent_access::app
