// The folder of `export`: what it refuses, replaces and removes, and that nothing is written outside.

#include "tools/export/export_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// An export into "out" of the folder.
auto export_to(const test::ScratchFolder& scratch, std::vector<ExportFile> files,
               Existing existing = Existing::replace) {
  return write_export(scratch.path() / "out", existing, files);
}

app::Problems problems_of(const test::ScratchFolder& scratch, std::vector<ExportFile> files,
                          Existing existing = Existing::replace) {
  const auto exported = export_to(scratch, std::move(files), existing);
  return exported ? app::Problems() : exported.error();
}

TEST(WriteExport, CreatesTheFolderWithFilesInFolders) {
  const test::ScratchFolder scratch;
  const auto exported = write_export(scratch.path() / "deep" / "out" / "", Existing::refuse,
                                     {{"example.com/.well-known/a", "text"}, {"example.com/b", ""}});
  ASSERT_TRUE(exported) << exported.error().front();
  EXPECT_EQ(exported->folder, scratch.path() / "deep" / "out");
  EXPECT_EQ(exported->files, 2U);
  EXPECT_EQ(exported->unchanged, 0U);
  EXPECT_TRUE(exported->others.empty());
  EXPECT_EQ(scratch.read("deep/out/example.com/.well-known/a"), "text");
  EXPECT_EQ(fs::status(exported->folder / "example.com/.well-known/a").permissions(), static_cast<fs::perms>(0644));
}

TEST(WriteExport, RecordsItsFilesBesideTheFoldersThatAreServed) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(export_to(scratch, {{"example.com/b", "b"}, {"example.com/a", "a"}}));
  EXPECT_EQ(scratch.read("out/.exported-by-agent-access"),
            "Files that `agent-access export` wrote here; it replaces and removes no others:\n"
            "example.com/a\nexample.com/b\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path() / "out"), {}), 2) << "a temporary file was left";
}

TEST(WriteExport, ReplacesAndRemovesWhatAnExportWroteAndNamesTheRest) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(export_to(scratch, {{"a", "old"}, {"gone/deep/x", "x"}, {"kept/y", "y"}, {"kept/gone", "z"}}));
  scratch.write("out/mine", "kept");
  scratch.write("out/node_modules/deep/z", "kept");
  scratch.write("out/kept/mine", "kept");
  const auto exported = export_to(scratch, {{"a", "new"}, {"kept/y", "y"}});
  ASSERT_TRUE(exported) << exported.error().front();
  EXPECT_EQ(scratch.read("out/a"), "new");
  EXPECT_FALSE(fs::exists(scratch.path() / "out/gone"));
  EXPECT_FALSE(fs::exists(scratch.path() / "out/kept/gone"));
  EXPECT_EQ(scratch.read("out/kept/mine"), "kept");
  EXPECT_EQ(exported->files, 2U);
  EXPECT_EQ(exported->unchanged, 1U);
  EXPECT_EQ(exported->removed, 2U);
  EXPECT_THAT(exported->others, ElementsAre("kept/mine", "mine", "node_modules/"));
}

TEST(WriteExport, WritesNothingIfItWouldReplaceAFileOfSomebodyElse) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(export_to(scratch, {{"a", "old"}}));
  scratch.write("out/index.html", "mine");
  scratch.write("out/same", "same");
  EXPECT_THAT(problems_of(scratch, {{"a", "new"}, {"index.html", "theirs"}, {"same", "same"}}),
              ElementsAre((scratch.path() / "out/index.html").string() +
                              " was not written by an export; move it away, or name a new folder",
                          "the export is incomplete: 0 files were written; remove the cause and export again with "
                          "--overwrite"));
  EXPECT_EQ(scratch.read("out/a"), "old");
  EXPECT_EQ(scratch.read("out/index.html"), "mine");
}

TEST(WriteExport, TakesOverEqualFilesOfAVersionWithoutARecordAndSaysThatItIsMissing) {
  const test::ScratchFolder scratch;
  scratch.write("out/a", "same");
  const auto exported = export_to(scratch, {{"a", "same"}, {"b", "new"}});
  ASSERT_TRUE(exported);
  EXPECT_EQ(exported->unchanged, 1U);
  ASSERT_TRUE(export_to(scratch, {{"b", "new"}}));
  EXPECT_FALSE(fs::exists(scratch.path() / "out/a"));

  fs::remove(scratch.path() / "out/.exported-by-agent-access");
  EXPECT_THAT(problems_of(scratch, {{"b", "newer"}}),
              Contains((scratch.path() / "out/.exported-by-agent-access").string() +
                       ", the record of what an export wrote, is missing; older versions wrote none: remove their "
                       "files first"));
}

TEST(WriteExport, NamesTenFilesOfSomebodyElseAndCountsTheOthers) {
  const test::ScratchFolder scratch;
  std::vector<std::string> names;
  for (int i = 10; i < 22; ++i) names.push_back("f" + std::to_string(i));
  std::vector<ExportFile> files;
  for (const auto& name : names) {
    scratch.write("out/" + name, "mine");
    files.push_back({name, "new"});
  }
  const auto problems = problems_of(scratch, std::move(files));
  EXPECT_EQ(problems.size(), 13U);
  EXPECT_THAT(problems, Contains("and 2 more such files"));
}

TEST(WriteExport, KnowsWhatAnInterruptedExportWrote) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(export_to(scratch, {{"a", "a"}}));
  fs::create_directories(scratch.path() / "out/b/in the way");
  ASSERT_FALSE(export_to(scratch, {{"0", "new"}, {"a", "newer"}, {"b", "b"}}));
  EXPECT_THAT(scratch.read("out/.exported-by-agent-access"), HasSubstr("\na\n"));
  fs::remove_all(scratch.path() / "out/b");
  scratch.write("out/.exported-by-agent-access.new", "what was being written");
  ASSERT_TRUE(export_to(scratch, {{"a", "newest"}}));
  EXPECT_EQ(scratch.read("out/a"), "newest");
  EXPECT_FALSE(fs::exists(scratch.path() / "out/.exported-by-agent-access.new"));
}

TEST(WriteExport, FollowsAFolderThatIsRenamed) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(export_to(scratch, {{"a", "a"}, {"b", "b"}}));
  fs::rename(scratch.path() / "out", scratch.path() / "new");
  const auto exported = write_export(scratch.path() / "new", Existing::replace, {{"a", "c"}});
  ASSERT_TRUE(exported);
  EXPECT_EQ(exported->removed, 1U);
}

TEST(WriteExport, MakesAFolderOfAFileAndAFileOfAFolder) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(export_to(scratch, {{"x", "x"}, {"y/z", "z"}}));
  const auto exported = export_to(scratch, {{"x.json", "x"}, {"x/y", "y"}, {"y", "y"}});
  ASSERT_TRUE(exported) << exported.error().front();
  EXPECT_EQ(scratch.read("out/x/y"), "y");
  EXPECT_EQ(scratch.read("out/y"), "y");
}

TEST(WriteExport, LeavesAFileWithTheSameContentUntouched) {
  const test::ScratchFolder scratch;
  ASSERT_TRUE(export_to(scratch, {{"a", "same"}}));
  const auto file = scratch.path() / "out/a";
  const auto long_ago = fs::last_write_time(file) - std::chrono::hours(24);
  fs::last_write_time(file, long_ago);
  ASSERT_TRUE(export_to(scratch, {{"a", "same"}}));
  EXPECT_EQ(fs::last_write_time(file), long_ago);
}

TEST(WriteExport, WritesAndRemovesNothingThroughSymbolicLinks) {
  const test::ScratchFolder scratch;
  const test::ScratchFolder elsewhere;
  elsewhere.write("precious", "kept");
  ASSERT_TRUE(export_to(scratch, {{"host/precious", "x"}, {"link", "x"}, {"old/precious", "x"}}));
  const auto out = scratch.path() / "out";
  for (const auto* name : {"host", "link", "old"}) fs::remove_all(out / name);
  fs::create_directory_symlink(elsewhere.path(), out / "host");
  fs::create_directory_symlink(elsewhere.path(), out / "old");
  fs::create_symlink(elsewhere.path() / "precious", out / "link");
  const auto problems = problems_of(scratch, {{"host/precious", "y"}, {"link", "y"}});
  EXPECT_THAT(problems, Contains((out / "host").string() + " is in the way: it is not a folder"));
  EXPECT_THAT(problems, Contains((out / "link").string() + " is in the way: it is not a regular file"));
  const auto exported = export_to(scratch, {{"new", "new"}});
  ASSERT_TRUE(exported);
  EXPECT_EQ(exported->removed, 0U);
  EXPECT_THAT(exported->others, ElementsAre("host", "link", "old"));
  EXPECT_EQ(elsewhere.read("precious"), "kept");
}

TEST(WriteExport, IgnoresNamesInTheRecordThatLeadOutOfTheFolder) {
  const test::ScratchFolder scratch;
  scratch.write("mine", "kept");
  scratch.write("out/.exported-by-agent-access",
                "title\n../mine\n" + (scratch.path() / "mine").string() + "\nx/../../mine\n");
  const auto exported = export_to(scratch, {{"a", "a"}});
  ASSERT_TRUE(exported) << exported.error().front();
  EXPECT_EQ(exported->removed, 0U);
  EXPECT_EQ(scratch.read("mine"), "kept");
}

TEST(WriteExport, ReadsARecordThatWasCut) {
  for (const auto* record : {"", "title", "\n", "title\n\na"}) {
    const test::ScratchFolder scratch;
    scratch.write("out/.exported-by-agent-access", record);
    EXPECT_TRUE(export_to(scratch, {{"a", "a"}})) << record;
  }
}

}  // namespace
}  // namespace agent_access::tools
