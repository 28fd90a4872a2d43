#include "app/deployment/robots_settings.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::app {
namespace {

const std::vector<content::StaticFile> kNoFiles;

Config config_with(bool pages, std::string training) {
  Config config;
  config.pages = pages;
  config.robots_training = std::move(training);
  return config;
}

TEST(IneffectiveRobotsSettings, AreNoneIfTheGeneratedFileIsServed) {
  EXPECT_EQ(ineffective_robots_settings(config_with(true, "no"), kNoFiles), std::nullopt);
}

TEST(IneffectiveRobotsSettings, AreNoneWhenNothingIsSet) {
  const std::vector<content::StaticFile> files = {{"/robots.txt", "text/plain", "User-agent: *\n"}};
  EXPECT_EQ(ineffective_robots_settings(config_with(false, ""), files), std::nullopt);
}

TEST(IneffectiveRobotsSettings, AreThoseThatAreSetWithoutPagesOrWithAnOwnFile) {
  EXPECT_EQ(ineffective_robots_settings(config_with(false, "yes"), kNoFiles),
            "[robots] has no effect with content.pages = false; write a Content-Signal line into your own robots.txt "
            "instead");
  const std::vector<content::StaticFile> files = {{"/robots.txt", "text/plain", "User-agent: *\n"}};
  EXPECT_EQ(
      ineffective_robots_settings(config_with(true, "no"), files),
      "[robots] has no effect, because content.root contains a robots.txt; write a Content-Signal line into your own "
      "robots.txt instead");
}

}  // namespace
}  // namespace agent_access::app
