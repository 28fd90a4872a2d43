#include "gated/preconditions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::gated {
namespace {

constexpr Selection kWhole{};
constexpr Selection kUnsatisfiable{Selection::Kind::unsatisfiable};

constexpr Selection part(std::size_t first, std::size_t size) { return {Selection::Kind::part, first, size}; }

struct RangeCase {
  std::string range;
  std::size_t length;
  Selection expected;
};

void check(const std::vector<RangeCase>& cases) {
  for (const RangeCase& row : cases) {
    EXPECT_EQ(select_range(row.range, row.length), row.expected) << row.range << " of " << row.length;
  }
}

TEST(SelectRange, SelectsAPart) {
  check({{"bytes=0-0", 10, part(0, 1)},
         {"bytes=0-9", 10, part(0, 10)},
         {"bytes=3-5", 10, part(3, 3)},
         {"bytes=9-9", 10, part(9, 1)},
         {"bytes=4-", 10, part(4, 6)},
         {"bytes=0-", 10, part(0, 10)},
         {"bytes=-4", 10, part(6, 4)},
         {"bytes=007-008", 10, part(7, 2)},
         {"BYTES=3-5", 10, part(3, 3)}});
}

TEST(SelectRange, EndsAtTheEndOfTheRepresentation) {
  check({{"bytes=8-100", 10, part(8, 2)},
         {"bytes=-100", 10, part(0, 10)},
         {"bytes=5-18446744073709551615", 10, part(5, 5)},
         {"bytes=5-99999999999999999999999999", 10, part(5, 5)},
         // 2^64 + 7
         {"bytes=5-18446744073709551623", 10, part(5, 5)},
         {"bytes=-99999999999999999999999999", 10, part(0, 10)},
         {"bytes=0-18446744073709551615", 18446744073709551615U, part(0, 18446744073709551615U)}});
}

TEST(SelectRange, IsUnsatisfiableBehindTheEnd) {
  check({{"bytes=10-", 10, kUnsatisfiable},
         {"bytes=10-10", 10, kUnsatisfiable},
         {"bytes=99999999999999999999999999-", 10, kUnsatisfiable},
         {"bytes=18446744073709551616-", 10, kUnsatisfiable},
         {"bytes=-0", 10, kUnsatisfiable},
         {"bytes=0-", 0, kUnsatisfiable},
         {"bytes=0-0", 0, kUnsatisfiable}});
}

TEST(SelectRange, SendsAnEmptyRepresentationAsAWhole) { check({{"bytes=-5", 0, kWhole}}); }

TEST(SelectRange, IgnoresOtherUnitsAndMalformedText) {
  check(
      {{"", 10, kWhole},           {"bytes", 10, kWhole},      {"bytes=", 10, kWhole},     {"bytes=-", 10, kWhole},
       {"bytes=5", 10, kWhole},    {"bytes=5-3", 10, kWhole},  {"bytes=a-b", 10, kWhole},  {"bytes=3-b", 10, kWhole},
       {"bytes=+3-5", 10, kWhole}, {"bytes=3--5", 10, kWhole}, {"bytes=3 -5", 10, kWhole}, {"bytes =3-5", 10, kWhole},
       {"bytes:3-5", 10, kWhole},  {"items=3-5", 10, kWhole},  {"xbytes=3-5", 10, kWhole}, {"bytes=0x3-5", 10, kWhole},
       {"bytes=-5-", 10, kWhole},  {"bytes=--5", 10, kWhole},  {"bytes=3-5;", 10, kWhole}, {"bytes=12-3", 10, kWhole}});
}

TEST(SelectRange, IgnoresSeveralRangesButNotEmptyMembers) {
  check({{"bytes=0-0,2-2", 10, kWhole},
         {"bytes=0-0, 99-", 10, kWhole},
         {"bytes=-1,0-", 10, kWhole},
         {"bytes= 3-5 ", 10, part(3, 3)},
         {"bytes=\t3-5\t", 10, part(3, 3)},
         {"bytes=,3-5, ,", 10, part(3, 3)},
         {"bytes=,", 10, kWhole}});
}

}  // namespace
}  // namespace agent_access::gated
