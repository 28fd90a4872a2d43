#include "app/rights/rights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <fstream>

#include "app/config/setting_table.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

Config config_for(const std::string& user, OriginKind kind) {
  Config config;
  config.listen_user = user;
  config.origins.resize(setting_table().size());
  config.origins[*find_setting("listen", "user")] = {kind, "test"};
  return config;
}

TEST(FindAccount, FindsNoneIfTheSettingIsEmptyAndRefusesRoot) {
  const auto found = find_account(config_for("", OriginKind::file));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->has_value());
  EXPECT_FALSE(find_account(config_for("root", OriginKind::file)));
}

TEST(FindAccount, AllowsOnlyTheDefaultToBeMissing) {
  const auto by_default = find_account(config_for("no-such-user-here", OriginKind::built_in));
  ASSERT_TRUE(by_default);
  EXPECT_FALSE(by_default->has_value());
  const auto asked_for = find_account(config_for("no-such-user-here", OriginKind::file));
  ASSERT_FALSE(asked_for);
  EXPECT_EQ(asked_for.error().find("listen.user: there is no user \"no-such-user-here\""), 0U);
}

class MayRead : public testing::Test {
 protected:
  MayRead() {
    ::chmod(folder_.path().c_str(), 0755);
    std::ofstream(file_) << "x";
  }
  test::ScratchFolder folder_;
  std::filesystem::path file_ = folder_.path() / "file";
  Account owner_{"owner", ::getuid(), 4'000'001, {4'000'001}};
  Account member_{"member", 4'000'002, 4'000'002, {4'000'002, ::getgid()}};
  Account stranger_{"stranger", 4'000'003, 4'000'003, {4'000'003}};
};

TEST_F(MayRead, FollowsOwnerGroupAndOtherBits) {
  ::chmod(file_.c_str(), 0640);
  EXPECT_TRUE(may_read(owner_, file_));
  EXPECT_TRUE(may_read(member_, file_));
  EXPECT_FALSE(may_read(stranger_, file_));
}

TEST_F(MayRead, AppliesOnlyTheOwnerBitsToTheOwner) {
  ::chmod(file_.c_str(), 0044);
  EXPECT_FALSE(may_read(owner_, file_));
  EXPECT_TRUE(may_read(stranger_, file_));
}

TEST_F(MayRead, NeedsSearchPermissionForEveryParentFolderAndAFile) {
  ::chmod(file_.c_str(), 0644);
  EXPECT_TRUE(may_read(stranger_, file_));
  ::chmod(folder_.path().c_str(), 0700);
  EXPECT_FALSE(may_read(stranger_, file_));
  EXPECT_TRUE(may_read(owner_, file_));
  EXPECT_FALSE(may_read(owner_, folder_.path() / "nothing"));
}

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
