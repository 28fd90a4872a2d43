#include "ops/line.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace agent_access::ops {
namespace {

TEST(LineQueue, ReturnsLinesInOrderAndRefusesWhenFull) {
  LineQueue queue(32);  // two lines of up to 8 bytes
  EXPECT_TRUE(queue.push("1"));
  EXPECT_TRUE(queue.push("2"));
  EXPECT_FALSE(queue.push("3"));
  std::string out;
  EXPECT_TRUE(queue.pop(out));
  EXPECT_TRUE(queue.push("3"));
  EXPECT_TRUE(queue.pop(out));
  EXPECT_TRUE(queue.pop(out));
  EXPECT_EQ(out, "123");
  EXPECT_FALSE(queue.pop(out));
}

TEST(LineQueue, RefusesALineLargerThanTheQueue) {
  LineQueue queue(32);
  EXPECT_FALSE(queue.push(std::string(25, 'x')));
  EXPECT_TRUE(queue.push(std::string(24, 'x')));
  std::string out;
  EXPECT_TRUE(queue.pop(out));
  EXPECT_EQ(out, std::string(24, 'x'));
}

TEST(LineQueue, KeepsLinesOfEverySizeWholeAtTheEndOfTheBuffer) {
  LineQueue queue(120);
  std::string last = "begin";  // the queue is never empty: an empty one starts at the beginning of its buffer again
  ASSERT_TRUE(queue.push(last));
  for (std::size_t turn = 0; turn < 1000; ++turn) {
    const std::string line(1 + turn % 41, static_cast<char>('a' + turn % 26));
    ASSERT_TRUE(queue.push(line));
    std::string out;
    ASSERT_TRUE(queue.pop(out));
    ASSERT_EQ(out, last);
    last = line;
  }
}

TEST(LineQueue, HasItsFullCapacityWhenEmptyAndKeepsEveryLine) {
  LineQueue queue(1024);
  for (std::size_t turn = 0; turn < 1000; ++turn) {
    std::string all;
    std::size_t lines = 0;
    for (; lines < 1 + turn % 14; ++lines) {
      const std::string line(1 + (turn + lines) % 64, static_cast<char>('a' + lines));
      ASSERT_TRUE(queue.push(line)) << turn;
      all += line;
    }
    std::string out;
    while (queue.pop(out)) --lines;
    ASSERT_EQ(out, all) << turn;
    ASSERT_EQ(lines, 0U);
    ASSERT_TRUE(queue.push(std::string(1016, 'x'))) << turn;  // the full capacity
    out.clear();
    ASSERT_TRUE(queue.pop(out));
    ASSERT_EQ(out, std::string(1016, 'x'));
    ASSERT_FALSE(queue.pop(out));
  }
}

TEST(LineQueue, LosesNoLineOfManyThreads) {
  constexpr std::size_t kThreads = 3;
  constexpr std::size_t kLines = 20'000;
  LineQueue queue(1 << 16);
  std::vector<std::jthread> producers;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    producers.emplace_back([&queue, thread] {
      for (std::size_t number = 0; number < kLines; ++number) {
        const std::string line = std::to_string(thread) + std::to_string(number) + '\n';
        while (!queue.push(line)) std::this_thread::yield();
      }
    });
  }
  std::array<std::size_t, kThreads> next{};
  for (std::size_t seen = 0; seen < kThreads * kLines;) {
    std::string out;
    if (!queue.pop(out)) {
      std::this_thread::yield();
      continue;
    }
    ++seen;
    const auto thread = static_cast<std::size_t>(out.at(0) - '0');
    ASSERT_LT(thread, kThreads);
    ASSERT_EQ(out.substr(1), std::to_string(next[thread]++) + '\n');
  }
}

}  // namespace
}  // namespace agent_access::ops
