#include "base/lazy.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <thread>
#include <vector>

namespace agent_access::base {
namespace {

TEST(Lazy, MakesItsValueWhenItIsFirstAskedForAndOnlyOnce) {
  const Lazy<int> lazy;
  EXPECT_EQ(lazy.made(), nullptr);
  const int* const value = lazy.get([] { return std::make_unique<int>(7); });
  EXPECT_EQ(*value, 7);
  EXPECT_EQ(lazy.get([] { return std::make_unique<int>(8); }), value);
  EXPECT_EQ(lazy.made(), value);
}

TEST(Lazy, KeepsThatThereIsNoValue) {
  const Lazy<int> lazy;
  EXPECT_EQ(lazy.get([] { return std::unique_ptr<int>(); }), nullptr);
  EXPECT_EQ(lazy.get([] { return std::make_unique<int>(8); }), nullptr);
}

TEST(Lazy, MakesItsValueAgainAfterAnAttemptThatFailed) {
  const Lazy<int> lazy;
  const auto fail = []() -> std::unique_ptr<int> { throw std::bad_alloc(); };
  EXPECT_THROW(static_cast<void>(lazy.get(fail)), std::bad_alloc);
  EXPECT_EQ(lazy.made(), nullptr);
  EXPECT_EQ(*lazy.get([] { return std::make_unique<int>(7); }), 7);
}

TEST(Lazy, GivesThreadsThatAskAtTheSameTimeTheSameValue) {
  constexpr std::size_t kThreads = 8;
  const Lazy<int> lazy;
  std::atomic<int> calls = 0;
  std::atomic<std::size_t> ready = 0;
  std::array<const int*, kThreads> found{};
  std::vector<std::jthread> threads;
  for (const int*& value : found) {
    threads.emplace_back([&lazy, &calls, &ready, &value] {
      ++ready;
      value = lazy.get([&calls, &ready] {
        // The others come while the value is made, as far as a test can tell.
        for (int turns = 0; ready < kThreads || turns < 1000; ++turns) std::this_thread::yield();
        return std::make_unique<int>(++calls);
      });
    });
  }
  threads.clear();
  EXPECT_EQ(calls, 1);
  for (const int* const value : found) EXPECT_EQ(value, lazy.made());
}

}  // namespace
}  // namespace agent_access::base
