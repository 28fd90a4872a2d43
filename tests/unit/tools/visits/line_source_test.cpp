#include "tools/visits/line_source.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "app/text/value_text.hpp"
#include "base/descriptor.hpp"
#include "tools/visits/log_reader.hpp"

namespace agent_access::tools {
namespace {

struct Read {
  std::vector<std::string> lines;
  std::uint64_t bytes = 0;
  std::string error;
};

Read read_text(std::string_view text) {
  Read read;
  const base::Descriptor file(::memfd_create("log", MFD_CLOEXEC));
  EXPECT_EQ(::pwrite(file.number(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  const auto done = read_lines(file.number(), "a log",
                               {.line = [&read](std::string_view line) { read.lines.emplace_back(line); },
                                .has_read = [&read](std::uint64_t bytes) { read.bytes = bytes; }});
  if (!done) read.error = done.error();
  return read;
}

TEST(ReadLines, CutsAtLineFeeds) {
  const Read read = read_text("one\n\nthree\nwithout a line feed");
  EXPECT_EQ(read.lines, (std::vector<std::string>{"one", "", "three", "without a line feed"}));
  EXPECT_EQ(read.bytes, 30U);
  EXPECT_EQ(read.error, "");
}

TEST(ReadLines, ReadsMembersOfGzipAndNamesAFileThatIsCut) {
  // What `printf 'one\ntwo\n' | gzip -n9` writes, and an empty member.
  constexpr std::string_view kText(
      "\x1f\x8b\x08\0\0\0\0\0\x02\x03\xcb\xcf\x4b\xe5\x2a\x29\xcf\xe7\x02\0\xe6\x0b\xba\x12\x08\0\0\0", 28);
  constexpr std::string_view kEmpty("\x1f\x8b\x08\0\0\0\0\0\x02\x03\x03\0\0\0\0\0\0\0\0\0", 20);
  const Read read = read_text(std::string(kText) + std::string(kEmpty) + std::string(kText));
  EXPECT_EQ(read.lines, (std::vector<std::string>{"one", "two", "one", "two"}));
  EXPECT_EQ(read.error, "");
  EXPECT_TRUE(read_text(kEmpty).lines.empty());
  constexpr std::string_view kCut = "a log is damaged, or cut; what is left of it: zcat FILE | agent-access report -";
  EXPECT_EQ(read_text(kText.substr(0, 20)).error, kCut);
  EXPECT_EQ(read_text("\x1f\x8b and more").error, kCut);
}

TEST(ReadLines, NamesTheProgramForOtherCompressedFiles) {
  EXPECT_EQ(read_text("\x28\xb5\x2f\xfd and more").error,
            "a log is compressed; try: zstdcat FILE | agent-access report -");
  EXPECT_EQ(read_text("\xfd\x37zXZ and more").error, "a log is compressed; try: xzcat FILE | agent-access report -");
}

TEST(ReadLines, KeepsLinesTogetherThatCameInPieces) {
  const std::string longest(kLongestLine, 'a');
  const Read read = read_text("first\n" + longest + "\nlast\n");
  EXPECT_EQ(read.lines, (std::vector<std::string>{"first", longest, "last"}));
}

TEST(ReadLines, PassesOnALineThatIsTooLongOnceAndCut) {
  const Read read = read_text(std::string(2 * kLongestLine, 'a') + "\nlast\n");
  ASSERT_EQ(read.lines.size(), 2U);
  EXPECT_EQ(read.lines[0].size(), kLongestLine + 1);
  EXPECT_EQ(read.lines[1], "last");
}

TEST(ReadLogFile, NamesTheFileThatCannotBeOpened) {
  const auto read = read_log_file("/nowhere/agent-access.log", {.line = [](std::string_view) {}});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error(), "cannot open /nowhere/agent-access.log: No such file or directory");
}

TEST(JournalCommand, NamesUnitAndTime) {
  EXPECT_EQ(journal_command({}), "exec journalctl --no-pager -o cat -u agent-access");
  EXPECT_EQ(journal_command({.unit = "agent-access@two", .since = app::parse_time("2026-01-01T00:00:00Z")}),
            "exec journalctl --no-pager -o cat -u agent-access@two --since @1767225600");
}

TEST(IsUnitName, RefusesWhatAShellWouldRead) {
  for (const std::string_view name : {"agent-access", "agent-access.service", "a@b:c_d"})
    EXPECT_TRUE(is_unit_name(name));
  for (const std::string_view name : {"", "-x", "a b", "a;b", "$(a)", "a'b", "a/b", "a\nb"})
    EXPECT_FALSE(is_unit_name(name));
  EXPECT_EQ(read_journal({.unit = "a;b"}, {.line = [](std::string_view) {}}).error(),
            "\"a;b\" is not the name of a unit");
}

TEST(ParseMoment, ReadsTimesAndDurations) {
  const base::Seconds now = *app::parse_time("2026-01-10T12:30:00Z");
  const auto moment = [now](std::string_view text) {
    const auto time = parse_moment(text, now);
    return time ? app::format_time(*time) : "none";
  };
  EXPECT_EQ(moment("7d"), "2026-01-03T12:30:00Z");
  EXPECT_EQ(moment("90m"), "2026-01-10T11:00:00Z");
  EXPECT_EQ(moment("today"), "2026-01-10T00:00:00Z");
  EXPECT_EQ(moment("yesterday"), "2026-01-09T00:00:00Z");
  EXPECT_EQ(moment("2025-12-31"), "2025-12-31T00:00:00Z");
  EXPECT_EQ(moment("2025-12-31T01:02:03Z"), "2025-12-31T01:02:03Z");
  EXPECT_EQ(moment("1767225600"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(moment("99999999d"), "1970-01-01T00:00:00Z");
  for (const std::string_view text : {"", "soon", "2025-13-31", "2025-12-32", "2025-12-3", "-7d"}) {
    EXPECT_EQ(moment(text), "none") << text;
  }
}

}  // namespace
}  // namespace agent_access::tools
