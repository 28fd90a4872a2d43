#include "app/config/toml_mistakes.hpp"

#include <gtest/gtest.h>
#include <string>

namespace agent_access::app {
namespace {

struct Row {
  std::string_view line;
  std::string_view mistake;
};

TEST(DescribeTomlMistake, NamesTheMistakeAndTheCorrection) {
  const std::string long_name = "name = " + std::string(61, 'x');
  for (const Row& row : {
           Row{"address = 127.0.0.1:8080", "a text needs double quotes: address = \"127.0.0.1:8080\""},
           Row{"  rotation = 7d\r", "a text needs double quotes: rotation = \"7d\""},
           Row{"profile = my profile.json # mine", "a text needs double quotes: profile = \"my profile.json\""},
           Row{"contact = mailto:me@example.com", "a text needs double quotes: contact = \"mailto:me@example.com\""},
           Row{long_name, "a text needs double quotes"},
           Row{"base_urls = [https://example.com]", "each text in a list needs double quotes: [\"a\", \"b\"]"},
           Row{"base_urls = [\"https://a\" \"https://b\"]", "two texts of a list have no comma between them"},
           Row{"base_urls = [\"https://a\",", "the list is not closed; add ] after its last text"},
           Row{"level = \"info", "the text is not closed; add the quote at its end"},
           Row{"level = “info”", "typographic quotation marks; TOML has straight double quotes only"},
           Row{"level =", "there is no value after the equals sign; write one, or remove the line"},
           Row{"level = # later", "there is no value after the equals sign; write one, or remove the line"},
           Row{"pages = True", "write true in lower case"},
           Row{"level: \"info\"", "write an equals sign instead of the colon after level"},
           Row{"// the level", "a comment begins with #"},
           Row{"; the level", "a comment begins with #"},
       }) {
    EXPECT_EQ(describe_toml_mistake(row.line, 1), row.mistake) << row.line;
  }
}

TEST(DescribeTomlMistake, NamesTheLineInWhichAListBegins) {
  const std::string begin = "# hosts\nbase_urls = [ # both\n  \"https://a\"";
  const std::string list = "the list that begins in line 2 ";
  const std::string not_closed = list + "is not closed; add ] after its last text";
  EXPECT_EQ(describe_toml_mistake(begin + ",\n\n[listen]\nthreads = 1\n", 5), not_closed);
  EXPECT_EQ(describe_toml_mistake(begin + "\n\n[listen]\nthreads = 1\n", 5), not_closed);
  EXPECT_EQ(describe_toml_mistake(begin + "\nthreads = 1\n", 4), not_closed);
  EXPECT_EQ(describe_toml_mistake(begin + ",\n", 3), not_closed);
  EXPECT_EQ(describe_toml_mistake(begin + "\n  \"https://b\"\n]\n", 4),
            list + "has two texts without a comma between them");
  EXPECT_EQ(describe_toml_mistake(begin + ",\n  https://b\n]\n", 4),
            list + "has a text without double quotes: write [\"a\", \"b\"]");
  EXPECT_EQ(describe_toml_mistake(begin + ",\n  \"https://b\n]\n", 4),
            list + "has a text that is not closed; add the quote at its end");
  // A list that is closed, and brackets in a text, begin none.
  EXPECT_EQ(describe_toml_mistake(begin + "]\nlevel = info\n", 4), "a text needs double quotes: level = \"info\"");
  EXPECT_EQ(describe_toml_mistake("a = \"=[\"\nlevel = info\n", 2), "a text needs double quotes: level = \"info\"");
}

TEST(DescribeTomlMistake, NamesTheFirstOfTwoEqualSectionsOrKeys) {
  EXPECT_EQ(describe_toml_mistake("a = 1\n[listen]\nb = 1\n[log]\nb = 1\n[listen] # again\n", 6),
            "[listen] is there already, in line 2; keep one, with the keys of both");
  EXPECT_EQ(describe_toml_mistake("[listen]\n[[listen]]\n", 2),
            "[[listen]] is there already, in line 1; keep one, with the keys of both");
  EXPECT_EQ(describe_toml_mistake("b = 1\n[listen]\nb = 1\na = 2\nb = 3\n", 5),
            "b is set already, in line 3; keep one");
  // Rows may be many, and each section has keys of its own.
  EXPECT_EQ(describe_toml_mistake("[[gates]]\n[[gates]]\n", 2), "");
  EXPECT_EQ(describe_toml_mistake("b = \"x\"\n[listen]\nb = \"y\"\n", 3), "");
}

TEST(DescribeTomlMistake, IsEmptyForOtherLines) {
  for (const std::string_view line : {"", "[listen", "level = \"info\"", "level = \"a # b\"", "http://example.com",
                                      "a b", "x = {a = 1", "list = [\"a\", \"b\"]"}) {
    EXPECT_EQ(describe_toml_mistake(line, 1), "") << line;
  }
}

}  // namespace
}  // namespace agent_access::app
