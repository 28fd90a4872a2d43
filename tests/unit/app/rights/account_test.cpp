#include "app/rights/account.hpp"

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

TEST(FindAccount, FindsNoAccountIfTheSettingIsEmpty) {
  const auto found = find_account(config_for("", OriginKind::file));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->has_value());
}

TEST(FindAccount, AllowsOnlyTheDefaultToBeMissing) {
  const auto by_default = find_account(config_for("no-such-user-here", OriginKind::built_in));
  ASSERT_TRUE(by_default);
  EXPECT_FALSE(by_default->has_value());
  const auto asked_for = find_account(config_for("no-such-user-here", OriginKind::file));
  ASSERT_FALSE(asked_for);
  EXPECT_EQ(asked_for.error().find("listen.user: there is no user \"no-such-user-here\""), 0U);
}

TEST(FindAccount, RefusesRoot) { EXPECT_FALSE(find_account(config_for("root", OriginKind::file))); }

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

TEST_F(MayRead, NeedsSearchPermissionForEveryParentFolder) {
  ::chmod(file_.c_str(), 0644);
  EXPECT_TRUE(may_read(stranger_, file_));
  ::chmod(folder_.path().c_str(), 0700);
  EXPECT_FALSE(may_read(stranger_, file_));
  EXPECT_TRUE(may_read(owner_, file_));
}

TEST_F(MayRead, IsFalseForAMissingFile) { EXPECT_FALSE(may_read(owner_, folder_.path() / "nothing")); }

}  // namespace
}  // namespace agent_access::app
