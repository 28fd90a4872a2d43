#include "app/config/toml/toml_mistake.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

struct Row {
  std::string_view line;
  std::string_view mistake;
};

TEST(DescribeTomlMistake, NamesTheMistakeAndTheCorrection) {
  for (const Row& row : {
           Row{"address = 127.0.0.1:8080", "a text needs double quotes: address = \"127.0.0.1:8080\""},
           Row{"  rotation = 7d\r", "a text needs double quotes: rotation = \"7d\""},
           Row{"profile = my profile.json # mine", "a text needs double quotes: profile = \"my profile.json\""},
           Row{"shared = redis://:pass@host", "a text needs double quotes"},
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
    EXPECT_EQ(describe_toml_mistake(row.line), row.mistake) << row.line;
  }
}

TEST(DescribeTomlMistake, IsEmptyForOtherLines) {
  for (const std::string_view line : {"", "[listen", "level = \"info\"", "level = \"a # b\"", "http://example.com",
                                      "a b", "x = {a = 1", "list = [\"a\", \"b\"]"}) {
    EXPECT_EQ(describe_toml_mistake(line), "") << line;
  }
}

}  // namespace
}  // namespace agent_access::app
