#include "base/result.hpp"

#include <gtest/gtest.h>

namespace agent_access::base {
namespace {

enum class Colour { red, green, blue };
enum class Small : unsigned char { only };

struct Row {
  Colour colour;
  int number;
};

TEST(IsEnumerator, IsTrueOnlyForNamedValues) {
  EXPECT_TRUE(is_enumerator<Colour::red>());
  EXPECT_TRUE(is_enumerator<static_cast<Colour>(2)>());
  EXPECT_FALSE(is_enumerator<static_cast<Colour>(3)>());
  EXPECT_TRUE(is_enumerator<Small::only>());
  EXPECT_FALSE(is_enumerator<static_cast<Small>(1)>());
}

TEST(EnumeratorName, IsThatOfTheSource) {
  EXPECT_EQ(enumerator_name<Colour::green>(), "green");
  EXPECT_EQ(enumerator_name<Small::only>(), "only");
  EXPECT_EQ(enumerator_count<Colour>(), 3U);
  EXPECT_EQ(enumerator_count<Small>(), 1U);
}

TEST(IsComplete, RequiresARowForEachEnumeratorInOrder) {
  constexpr std::array<Row, 3> kAll = {{{Colour::red, 1}, {Colour::green, 2}, {Colour::blue, 3}}};
  constexpr std::array<Row, 2> kOneMissing = {{{Colour::red, 1}, {Colour::green, 2}}};
  constexpr std::array<Row, 3> kSwapped = {{{Colour::green, 1}, {Colour::red, 2}, {Colour::blue, 3}}};
  constexpr std::array<Row, 3> kTwice = {{{Colour::red, 1}, {Colour::red, 2}, {Colour::blue, 3}}};
  EXPECT_TRUE(is_complete(kAll, &Row::colour));
  EXPECT_FALSE(is_complete(kOneMissing, &Row::colour));
  EXPECT_FALSE(is_complete(kSwapped, &Row::colour));
  EXPECT_FALSE(is_complete(kTwice, &Row::colour));
}

}  // namespace
}  // namespace agent_access::base
