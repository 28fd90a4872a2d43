#include "app/files/file_access.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::HasSubstr;

struct stat owned_by(uid_t user, mode_t mode) {
  struct stat status{};
  status.st_uid = user;
  status.st_mode = S_IFREG | mode;
  return status;
}

class Exposure : public testing::Test {
 protected:
  Exposure() { ::chmod(folder_.path().c_str(), 0755); }
  [[nodiscard]] std::string of(uid_t user, mode_t mode) const { return exposure(file_, owned_by(user, mode)); }
  test::ScratchFolder folder_;
  std::filesystem::path file_ = folder_.write("secret", "x");
};

TEST_F(Exposure, IsNoneForTheOwnerAloneAndForRootsGroup) {
  EXPECT_EQ(of(0, 0600), "");
  EXPECT_EQ(of(1000, 0400), "");
  EXPECT_EQ(of(0, 0640), "");
  EXPECT_EQ(of(1000, 0640), file_.string() + " may be read by other users; run: chmod 600 " + file_.string());
  EXPECT_EQ(of(0, 0644), file_.string() + " may be read by other users; run: chmod o= " + file_.string());
}

TEST_F(Exposure, DependsOnTheFoldersAbove) {
  ::chmod(folder_.path().c_str(), 0750);
  EXPECT_EQ(of(0, 0644), "");
  EXPECT_NE(of(1000, 0644), "");
}

TEST(ExplainRefusal, NamesOwnerModeAndTheCommandThatPermits) {
  const test::ScratchFolder folder;
  const auto file = folder.write("secret", "x", 0000);
  const auto text = explain_refusal(file);
  EXPECT_THAT(text, HasSubstr(" with mode 000 and the program runs as "));
  EXPECT_THAT(text, HasSubstr("; run: chmod u+r " + file.string()));
}

TEST(ExplainRefusal, AsksForTheGroupOfAnothersFile) {
  const test::ScratchFolder folder;
  const auto of_another = folder.write("secret", "x", 0600).string();
  const auto file = ::chown(of_another.c_str(), 1234, 1234) == 0 ? of_another : std::string("/etc/passwd");
  const auto text = explain_refusal(file);
  EXPECT_THAT(text, HasSubstr("; run: chgrp "));
  EXPECT_THAT(text, HasSubstr(" " + file + " && chmod g+r " + file));
}

TEST(ExplainRefusal, NamesTheCommandThatShowsAClosedFolder) {
  EXPECT_THAT(explain_refusal("/no-such-folder/secret"), HasSubstr("`namei -l /no-such-folder/secret`"));
}

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(ReplaceFile, CreatesAndReplacesWithTheMode) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(replace_file(scratch.path() / "page", "one", FileMode::owner_only));
  fs::permissions(scratch.path() / "page", static_cast<fs::perms>(0644));
  ASSERT_TRUE(replace_file(scratch.path() / "page", "two", FileMode::owner_only));
  EXPECT_EQ(scratch.read("page"), "two");
  EXPECT_EQ(fs::status(scratch.path() / "page").permissions(), static_cast<fs::perms>(0600));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1) << "nothing else is left";
}

TEST(ReplaceFile, RefusesWhatIsNoRegularFile) {
  const test::ScratchFolder scratch;
  scratch.write("target", "kept");
  fs::create_symlink("target", scratch.path() / "link");
  for (const auto& path : {scratch.path() / "link", scratch.path()}) {
    const auto replaced = replace_file(path, "new", FileMode::owner_only);
    ASSERT_FALSE(replaced);
    EXPECT_EQ(replaced.error(), path.string() + " is in the way: it is not a regular file");
  }
  EXPECT_EQ(scratch.read("target"), "kept");
}

TEST(ReplaceFile, NamesTheFileThatCannotBeWritten) {
  const auto replaced = replace_file("/nowhere/page", "new", FileMode::owner_only);
  ASSERT_FALSE(replaced);
  EXPECT_THAT(replaced.error(), HasSubstr("/nowhere/page: cannot create /nowhere/.agent-access-"));
  EXPECT_THAT(replaced.error(), HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace agent_access::app
