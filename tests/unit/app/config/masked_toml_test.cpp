#include "app/config/toml/masked_toml.hpp"

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

}  // namespace
}  // namespace agent_access::app
