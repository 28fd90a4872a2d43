#include "http/fields.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace agent_access::http {
namespace {

TEST(Append, AppendsThePartsInOrder) {
  std::string text = "a";
  const std::string owned = "bcd";
  append(text, owned, "", std::string_view("e\0f", 3), "g");
  EXPECT_EQ(text, std::string("abcde\0fg", 8));
}

TEST(Append, GrowsBeyondTheStringsStorage) {
  std::string text;
  append(text, std::string(1000, 'x'), Decimal(7), std::string(1000, 'y'));
  EXPECT_EQ(text, std::string(1000, 'x') + "7" + std::string(1000, 'y'));
}

TEST(Decimal, WritesEveryNumber) {
  EXPECT_EQ(std::string_view(Decimal(0)), "0");
  EXPECT_EQ(std::string_view(Decimal(-1)), "-1");
  EXPECT_EQ(std::string_view(Decimal(1790000000)), "1790000000");
  EXPECT_EQ(std::string_view(Decimal(std::numeric_limits<std::int64_t>::max())), "9223372036854775807");
  EXPECT_EQ(std::string_view(Decimal(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
}

}  // namespace
}  // namespace agent_access::http
