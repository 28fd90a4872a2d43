#include "app/text/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using testing::ElementsAre;

TEST(LinesOf, BreaksAtSpacesAndLongWordsWhereTheyHaveParts) {
  EXPECT_THAT(lines_of("", 10), ElementsAre(""));
  EXPECT_THAT(lines_of("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(lines_of("one two  three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(lines_of("/var/www/agent-access", 10), ElementsAre("/var/www/", "agent-", "access"));
  EXPECT_THAT(lines_of("abcdefghij", 4), ElementsAre("abcd", "efgh", "ij"));
  EXPECT_THAT(lines_of("日本語", 4), ElementsAre("日本", "語"));
  EXPECT_THAT(lines_of("日", 1), ElementsAre("日"));
}

TEST(Wrapped, IndentsEachFurtherLine) {
  EXPECT_EQ(wrapped("one two three", 2, 14), "one two\n  three");
  EXPECT_EQ(wrapped("one two three", 2, kUnlimited), "one two three");
}

TEST(RenderTable, HasColumnsAsWideAsTheirCells) {
  EXPECT_EQ(render_table({{"A", "B", "C"}, {"long", "b", "c"}}), "A     B  C\nlong  b  c\n");
  EXPECT_EQ(render_table({{"日本", "B"}, {"a", "b"}}), "日本  B\na     b\n");
  EXPECT_EQ(render_table({{"A", ""}, {"a"}}), "A\na\n");
  EXPECT_EQ(render_table({}), "");
}

TEST(RenderTable, MakesTheWidestColumnNarrowerWhereItWouldBeTooWide) {
  EXPECT_EQ(render_table({{"FOLDER", "SIZE"}, {"/var/www/agent-access/example.com", "12 KiB"}}, 30),
            "FOLDER                  SIZE\n"
            "/var/www/agent-access/  12 KiB\n"
            "example.com\n");
}

}  // namespace
}  // namespace agent_access::app
