#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/files/file_access.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

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
