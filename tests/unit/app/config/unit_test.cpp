#include "app/config/unit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

TEST(FilesHiddenByUnit, AreThoseBelowTheFoldersThatProtectHomeAndPrivateTmpHide) {
  const std::filesystem::path home_of_root = "/root";
  const std::filesystem::path home_of_owner = std::filesystem::path("/home") / "robin";
  Config config;
  config.secret_file = "/etc/agent-access/secret";
  config.previous_secret_files = {home_of_root / "secret", "/rootless/secret"};
  config.profile = home_of_owner / "profile.json";
  config.site = "/etc/../tmp/site.json";
  config.faq = "/var/lib/faq.json";
  config.root = "";
  config.access.documents.emplace_back().source = home_of_owner / "papers";
  config.access.documents.emplace_back().source = "/srv/papers";
  EXPECT_THAT(files_hidden_by_unit(config),
              testing::UnorderedElementsAre(home_of_root / "secret", home_of_owner / "profile.json",
                                            "/etc/../tmp/site.json", home_of_owner / "papers"));
}

TEST(UnitIn, IsOfTheFolderOfTheFile) {
  EXPECT_EQ(unit_in("/etc/agent-access", "/etc/agent-access/agent-access.toml"), "agent-access");
  EXPECT_EQ(unit_in("/etc/agent-access", "/etc/agent-access/two.example.org/agent-access.toml"),
            "agent-access@two.example.org");
  EXPECT_EQ(unit_in("/etc/agent-access", "/etc/agent-access/two/../agent-access.toml"), "agent-access");
}

TEST(UnitIn, IsNothingForAFileElsewhereAndForNone) {
  for (const auto* file : {"", "/etc/agent-access-other/agent-access.toml", "/etc/agent-access/../agent-access.toml"}) {
    EXPECT_FALSE(unit_in("/etc/agent-access", file)) << file;
    EXPECT_FALSE(unit_of(file)) << file;
  }
}

}  // namespace
}  // namespace agent_access::app
