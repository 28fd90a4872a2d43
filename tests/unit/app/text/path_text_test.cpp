// Paths as Windows and as POSIX write them, and words of PowerShell.
#include "app/text/path_text.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

TEST(PathText, OfWindowsHasItsDriveAsTheFirstFolder) {
  const struct {
    const char* windows;
    const char* posix;
  } rows[] = {
      {R"(C:\site\papers.bib)", "/C:/site/papers.bib"},
      {R"(d:\)", "/d:/"},
      {R"(..\papers\a.bib)", "../papers/a.bib"},
      {"papers.bib", "papers.bib"},
      {"", ""},
  };
  for (const auto& [windows, posix] : rows) {
    EXPECT_EQ(posix_path(windows, Platform::windows), posix);
    EXPECT_EQ(native_path(posix, Platform::windows), windows);
    EXPECT_EQ(posix_path(posix, Platform::windows), posix);
  }
  EXPECT_EQ(posix_path("C:/site/papers.bib", Platform::windows), "/C:/site/papers.bib");
  EXPECT_EQ(posix_path("C:", Platform::windows), "/C:");
  EXPECT_EQ(native_path("/c/site", Platform::windows), R"(\c\site)");
}

TEST(PathText, OfPosixStaysAsItIs) {
  for (const char* const path : {R"(C:\site)", "/C:/site", "a/b", ""}) {
    EXPECT_EQ(posix_path(path, Platform::posix), path);
    EXPECT_EQ(native_path(path, Platform::posix), path);
  }
}

TEST(CommandWord, OfPowerShellIsQuotedWhereItReadsMore) {
  const struct {
    const char* text;
    const char* word;
  } rows[] = {
      {R"(C:\site\papers.bib)", R"(C:\site\papers.bib)"},
      {R"(C:\My site\papers.bib)", R"('C:\My site\papers.bib')"},
      {"it's", "'it''s'"},
      {"it\u2019s", "'it\u2019\u2019s'"},
      {"a$b", "'a$b'"},
      {"a\u00e9", "'a\u00e9'"},
      {"a\nb", R"('a\u000ab')"},
      {"", "''"},
  };
  for (const auto& [text, word] : rows) EXPECT_EQ(command_word(text, Platform::windows), word);
}

TEST(CommandWord, OfPosixIsThatOfItsShells) {
  EXPECT_EQ(command_word("/a b", Platform::posix), "'/a b'");
  EXPECT_EQ(command_word("it's", Platform::posix), R"('it'\''s')");
}

}  // namespace
}  // namespace agent_access::app
