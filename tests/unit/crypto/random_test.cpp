#include "crypto/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

namespace agent_access::crypto {
namespace {

using Block = std::array<std::byte, 16>;

TEST(SystemRandom, NeverReturnsABlockTwice) {
  SystemRandom random;
  std::set<Block> seen;
  // 1000 blocks of 16 bytes cross the buffer of 4096 bytes three times.
  for (int round = 0; round < 1000; ++round) {
    Block block{};
    ASSERT_TRUE(random.fill(block));
    EXPECT_TRUE(seen.insert(block).second);
  }
  EXPECT_FALSE(seen.contains(Block{}));
}

TEST(SystemRandom, FillsEverySizeToTheEnd) {
  SystemRandom random;
  for (const std::size_t size : {1U, 15U, 4095U, 4096U, 4097U, 10000U}) {
    // Four draws: the chance that the last byte is zero in all of them is 2^-32.
    std::byte last{0};
    for (int round = 0; round < 4; ++round) {
      std::vector<std::byte> bytes(size);
      ASSERT_TRUE(random.fill(bytes));
      last |= bytes.back();
    }
    EXPECT_NE(last, std::byte{0}) << size;
  }
}

TEST(SystemRandom, WritesNothingBehindTheSpan) {
  SystemRandom random;
  std::vector<std::byte> bytes(5000, std::byte{0x11});
  ASSERT_TRUE(random.fill(std::span(bytes).first(4500)));
  EXPECT_TRUE(std::ranges::all_of(std::span(bytes).last(500), [](std::byte byte) { return byte == std::byte{0x11}; }));
}

TEST(SystemRandom, AcceptsAnEmptySpan) {
  SystemRandom random;
  EXPECT_TRUE(random.fill({}));
}

TEST(SystemRandom, DiffersBetweenInstances) {
  SystemRandom first;
  SystemRandom second;
  Block left{};
  Block right{};
  ASSERT_TRUE(first.fill(left));
  ASSERT_TRUE(second.fill(right));
  EXPECT_NE(left, right);
}

}  // namespace
}  // namespace agent_access::crypto
