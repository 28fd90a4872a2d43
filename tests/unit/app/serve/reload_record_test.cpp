#include "app/serve/reload_record.hpp"

#include <gtest/gtest.h>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

TEST(ReloadRecord, ReadsBackWhatItWrites) {
  const test::ScratchFolder folder;
  const ReloadRecord record{42, 3, 2, {"site.json:1: \"quoted\"", "two\nlines"}, {"listen.address"}};
  ASSERT_TRUE(write_reload_record(folder.path(), record));
  EXPECT_EQ(read_reload_record(folder.path()), record);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(ReloadRecord, IsNothingWhenTheFileIsMissingOrHasAnotherForm) {
  const test::ScratchFolder folder;
  EXPECT_EQ(read_reload_record(folder.path()), std::nullopt);
  for (const auto* text : {"", "[]", "{}", R"({"process":1,"begun":0,"ended":0,"problems":[]})",
                           R"({"process":0,"begun":0,"ended":0,"problems":[],"needs_restart":[]})",
                           R"({"process":1,"begun":-1,"ended":0,"problems":[],"needs_restart":[]})",
                           R"({"process":1,"begun":0,"ended":0,"problems":[1],"needs_restart":[]})"}) {
    EXPECT_EQ(parse_reload_record(text), std::nullopt) << text;
  }
}

TEST(ReloadRecorder, CountsWhatBeganAndWhatEnded) {
  const test::ScratchFolder folder;
  ReloadRecorder recorder(folder.path().string() + ":/nowhere", 7);
  ASSERT_TRUE(recorder.started());
  EXPECT_EQ(read_reload_record(folder.path()), (ReloadRecord{7, 0, 0, {}, {}}));
  ASSERT_TRUE(recorder.begin());
  EXPECT_EQ(read_reload_record(folder.path()), (ReloadRecord{7, 1, 0, {}, {}}));
  ASSERT_TRUE(recorder.end({"wrong"}, {}));
  EXPECT_EQ(read_reload_record(folder.path()), (ReloadRecord{7, 1, 1, {"wrong"}, {}}));
  ASSERT_TRUE(recorder.begin() && recorder.end({}, {"limits.body"}));
  EXPECT_EQ(read_reload_record(folder.path()), (ReloadRecord{7, 2, 2, {}, {"limits.body"}}));
}

TEST(ReloadRecorder, ReportsAFolderThatDoesNotExistButNotThatThereIsNone) {
  EXPECT_TRUE(ReloadRecorder("", 7).started());
  const test::ScratchFolder folder;
  EXPECT_FALSE(ReloadRecorder((folder.path() / "none").string(), 7).started());
}

}  // namespace
}  // namespace agent_access::app
