#include "app/config/masked_toml.hpp"

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

TEST(MaskedToml, KeepsTextWithoutCredentials) {
  const MaskedToml masked("a = \"https://example.com\"\nb = \"me@example.com\"\n");
  EXPECT_EQ(masked.text(), "a = \"https://example.com\"\nb = \"me@example.com\"\n");
  EXPECT_EQ(unmasked(masked, "redis://cache", 1), "redis://cache");
  EXPECT_EQ(unmasked(masked, "me@example.com", 2), "me@example.com");
}

TEST(MaskedToml, RefusesAValueThatItDidNotHide) {
  const MaskedToml masked("a = \"redis:/\\u002f:one@h\"\n");
  EXPECT_EQ(unmasked(masked, "redis://:one@h", 1), "nothing");
}

}  // namespace
}  // namespace agent_access::app
