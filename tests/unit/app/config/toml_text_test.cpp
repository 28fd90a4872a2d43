#include "app/config/toml/toml_text.hpp"

#include <gtest/gtest.h>
#include <string>

#include "base/bytes.hpp"

namespace agent_access::app {
namespace {

std::string unmasked(const MaskedToml& masked, std::string_view value, std::size_t line) {
  const auto whole = masked.unmask(value, line);
  return whole ? std::string(base::text_of(whole->reveal())) : "nothing";
}

TEST(MaskedToml, HidesCredentialsAndKeepsEveryPosition) {
  const MaskedToml masked("a = 1\nshared = \"redis://limits:s3cr:t@@cache:6379/1\" # redis://x:y@z\nb = 2\n");
  EXPECT_EQ(masked.text(), "a = 1\nshared = \"redis://xxxxxxxxxxxxxx@cache:6379/1\" # redis://xxx@z\nb = 2\n");
  EXPECT_EQ(unmasked(masked, "redis://xxxxxxxxxxxxxx@cache:6379/1", 2), "redis://limits:s3cr:t@@cache:6379/1");
}

TEST(MaskedToml, DistinguishesTwoUrlsOfTheSameLength) {
  const MaskedToml masked("a = 'redis://:one@h'\nb = 'unix://:two@/s'\n");
  EXPECT_EQ(unmasked(masked, "redis://xxxx@h", 1), "redis://:one@h");
  EXPECT_EQ(unmasked(masked, "unix://xxxx@/s", 2), "unix://:two@/s");
}

TEST(MaskedToml, FindsEachUrlOnItsLine) {
  const MaskedToml masked("a = 'redis://:one@h'\n\nb = 'redis://:two@h'\nc = ['redis://:six@h', 'redis://:seven@h']\n");
  EXPECT_EQ(unmasked(masked, "redis://xxxx@h", 1), "redis://:one@h");
  EXPECT_EQ(unmasked(masked, "redis://xxxx@h", 2), "nothing");
  EXPECT_EQ(unmasked(masked, "redis://xxxx@h", 3), "redis://:two@h");
  EXPECT_EQ(unmasked(masked, "redis://xxxx@h", 4), "redis://:six@h");
  EXPECT_EQ(unmasked(masked, "redis://xxxxxx@h", 4), "redis://:seven@h");
}

TEST(MaskedToml, EndsAUrlAtAQuoteWhiteSpaceOrTheEndOfTheLine) {
  EXPECT_EQ(MaskedToml("a = ['redis://cache','me@example']\n").text(), "a = ['redis://cache','me@example']\n");
  EXPECT_EQ(MaskedToml("a = [\"unix://cache\",\"me@example\"]\n").text(), "a = [\"unix://cache\",\"me@example\"]\n");
  EXPECT_EQ(MaskedToml("# redis://cache me@example\n").text(), "# redis://cache me@example\n");
  EXPECT_EQ(MaskedToml("# redis://cache\tme@example\n").text(), "# redis://cache\tme@example\n");
  EXPECT_EQ(MaskedToml("# redis://cache\nb@example = 1\n").text(), "# redis://cache\nb@example = 1\n");
}

TEST(MaskedToml, KeepsTextWithoutCredentials) {
  const MaskedToml masked("a = \"https://example.com\"\nb = \"me@example.com\"\n");
  EXPECT_EQ(masked.text(), "a = \"https://example.com\"\nb = \"me@example.com\"\n");
  EXPECT_EQ(unmasked(masked, "redis://cache", 1), "redis://cache");
  EXPECT_EQ(unmasked(masked, "me@example.com", 2), "me@example.com");
  EXPECT_EQ(unmasked(masked, "me@redis://cache", 2), "me@redis://cache");
}

TEST(MaskedToml, RefusesAValueThatItDidNotHide) {
  const MaskedToml masked("a = \"redis:/\\u002f:one@h\"\n");
  EXPECT_EQ(unmasked(masked, "redis://:one@h", 1), "nothing");
  const MaskedToml with_space("a = \"redis://:one@h me@h\"\n");
  EXPECT_EQ(unmasked(with_space, "redis://xxxx@h me@h", 1), "nothing") << "the URL ended at the space";
}

TEST(MaskedToml, RestoresEveryUrlOfAText) {
  const MaskedToml masked("a = 1\nb = 'See https://a/@x and https://bc/@y, or d@e.'\nc = 'https://a/@z'\n");
  EXPECT_EQ(masked.restore("See https://xx@x and https://xxx@y, or d@e.", 2),
            "See https://a/@x and https://bc/@y, or d@e.");
  EXPECT_EQ(masked.restore("https://xx@z", 3), "https://a/@z");
  EXPECT_EQ(masked.restore("me@example", 1), "me@example");
}

TEST(MaskedToml, RestoresNothingThatIsNotClear) {
  const MaskedToml masked(
      "a = ['https://a/@x', 'https://b/@x']\nb = \"https://c\\u002f@x\"\nc = ['s://a/@', 's://a/@']\n");
  EXPECT_EQ(masked.restore("https://xx@x", 1), std::nullopt) << "two of this length";
  EXPECT_EQ(masked.restore("https://xxxxxxx@x", 2), std::nullopt) << "an escape";
  EXPECT_EQ(masked.restore("s://xx@", 3), "s://a/@") << "twice the same";
  EXPECT_EQ(masked.restore("s://xx@", 2), std::nullopt) << "none of this length";
}

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
