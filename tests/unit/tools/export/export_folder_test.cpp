// The folder of `export`: what it refuses and replaces, and that nothing is written outside.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tools/export/static_host.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using Existing = ExportFolder::Existing;
using testing::HasSubstr;

TEST(ExportFolder, IsCreatedWithFilesInFolders) {
  const test::ScratchFolder scratch;
  auto folder = ExportFolder::open(scratch.path() / "deep" / "out" / "", Existing::refuse);
  ASSERT_TRUE(folder) << folder.error();
  EXPECT_EQ(folder->path(), scratch.path() / "deep" / "out");
  ASSERT_TRUE(folder->write("example.com/.well-known/a", "text"));
  EXPECT_EQ(scratch.read("deep/out/example.com/.well-known/a"), "text");
  EXPECT_EQ(folder->written(), 1U);
  EXPECT_EQ(fs::status(folder->path() / "example.com/.well-known/a").permissions(), static_cast<fs::perms>(0644));
}

TEST(ExportFolder, IsRefusedWhenItIsNotEmpty) {
  const test::ScratchFolder scratch;
  scratch.write("mine", "kept");
  const auto folder = ExportFolder::open(scratch.path(), Existing::refuse);
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error(), HasSubstr(scratch.path().string() + " is not empty"));
  EXPECT_FALSE(ExportFolder::open(scratch.path() / "mine", Existing::replace));
  EXPECT_EQ(scratch.read("mine"), "kept");
}

TEST(ExportFolder, ReplacesFilesAndDeletesNothing) {
  const test::ScratchFolder scratch;
  scratch.write("mine", "kept");
  scratch.write("a", "old");
  auto folder = ExportFolder::open(scratch.path(), Existing::replace);
  ASSERT_TRUE(folder);
  ASSERT_TRUE(folder->write("a", "new"));
  EXPECT_EQ(scratch.read("a"), "new");
  EXPECT_EQ(scratch.read("mine"), "kept");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 2) << "a temporary file was left";
}

TEST(ExportFolder, LeavesAFileWithTheSameContentUntouched) {
  const test::ScratchFolder scratch;
  const auto file = scratch.write("a", "same");
  const auto long_ago = fs::last_write_time(file) - std::chrono::hours(24);
  fs::last_write_time(file, long_ago);
  auto folder = ExportFolder::open(scratch.path(), Existing::replace);
  ASSERT_TRUE(folder);
  ASSERT_TRUE(folder->write("a", "same"));
  EXPECT_EQ(fs::last_write_time(file), long_ago);
  EXPECT_EQ(folder->unchanged(), 1U);
}

TEST(ExportFolder, WritesNothingThroughSymbolicLinks) {
  const test::ScratchFolder scratch;
  const test::ScratchFolder elsewhere;
  elsewhere.write("precious", "kept");
  fs::create_directory_symlink(elsewhere.path(), scratch.path() / "host");
  fs::create_symlink(elsewhere.path() / "precious", scratch.path() / "link");
  auto folder = ExportFolder::open(scratch.path(), Existing::replace);
  ASSERT_TRUE(folder);
  const auto below = folder->write("host/a", "x");
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error(), (scratch.path() / "host").string() + " is in the way: it is not a folder");
  const auto over = folder->write("link", "x");
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error(), (scratch.path() / "link").string() + " is in the way: it is not a regular file");
  EXPECT_FALSE(fs::exists(elsewhere.path() / "a"));
  EXPECT_EQ(elsewhere.read("precious"), "kept");
  EXPECT_EQ(folder->written(), 0U);
}

TEST(ExportFolder, NamesTheFileThatAFolderBlocks) {
  const test::ScratchFolder scratch;
  fs::create_directories(scratch.path() / "a");
  auto folder = ExportFolder::open(scratch.path(), Existing::replace);
  ASSERT_TRUE(folder);
  const auto written = folder->write("a", "x");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error(), HasSubstr((scratch.path() / "a").string()));
}

}  // namespace
}  // namespace agent_access::tools
