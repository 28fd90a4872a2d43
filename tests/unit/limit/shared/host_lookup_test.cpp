#include "limit/shared/host_lookup.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <memory>
#include <string>

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;
using Addresses = HostLookup::Addresses;

constexpr int kNoWake = -1;
constexpr auto kLong = 60s;

/// A resolver that returns when it is released, and reports when it has begun and ended.
struct SlowResolver {
  struct Shared {
    std::latch begun{1};
    std::latch released{1};
    std::latch ended{1};
    std::atomic<int> calls{0};
  };
  std::shared_ptr<Shared> shared = std::make_shared<Shared>();

  [[nodiscard]] HostLookup::Resolve resolve() const {
    return [shared = shared](const std::string& host) {
      ++shared->calls;
      shared->begun.count_down();
      shared->released.wait();
      Addresses found = {"address of " + host};
      shared->ended.count_down();
      return found;
    };
  }
};

TEST(HostLookup, GivesTheAddressesInTheResolversOrder) {
  HostLookup lookup("redis.example", [](const std::string& host) {
    return host == "redis.example" ? Addresses{"2001:db8::7", "192.0.2.7"} : Addresses{};
  });
  EXPECT_EQ(lookup.wait(kLong, kNoWake).value(), (Addresses{"2001:db8::7", "192.0.2.7"}));
}

TEST(HostLookup, ResolvesANumericAddressWithoutTheResolver) {
  const auto never = [](const std::string&) -> Addresses {
    ADD_FAILURE() << "the resolver was called";
    return {};
  };
  EXPECT_EQ(HostLookup("192.0.2.1", never).wait(0ms, kNoWake).value(), Addresses{"192.0.2.1"});
  EXPECT_EQ(HostLookup("2001:db8::1", never).wait(0ms, kNoWake).value(), Addresses{"2001:db8::1"});
}

TEST(HostLookup, FindsTheLoopbackAddressThroughTheSystem) {
  const auto found = HostLookup("localhost").wait(kLong, kNoWake);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->front() == "127.0.0.1" || found->front() == "::1") << found->front();
}

TEST(HostLookup, ReportsANameWithoutAddresses) {
  HostLookup lookup("redis.example", [](const std::string&) { return Addresses{}; });
  EXPECT_EQ(lookup.wait(kLong, kNoWake).error(), RedisFault::unresolved);
}

TEST(HostLookup, TreatsAResolverThatThrowsAsANameWithoutAddresses) {
  HostLookup lookup("redis.example", [](const std::string&) -> Addresses { throw std::bad_alloc(); });
  EXPECT_EQ(lookup.wait(kLong, kNoWake).error(), RedisFault::unresolved);
}

TEST(HostLookup, StopsWaitingAtTheDeadlineAndContinuesWithTheSameLookup) {
  const SlowResolver slow;
  HostLookup lookup("redis.example", slow.resolve());
  EXPECT_EQ(lookup.wait(1ms, kNoWake).error(), RedisFault::unresolved);
  EXPECT_EQ(lookup.wait(0ms, kNoWake).error(), RedisFault::unresolved);
  slow.shared->released.count_down();
  EXPECT_EQ(lookup.wait(kLong, kNoWake).value(), Addresses{"address of redis.example"});
  EXPECT_EQ(slow.shared->calls, 1);
  EXPECT_EQ(lookup.wait(kLong, kNoWake).value(), Addresses{"address of redis.example"});
  EXPECT_EQ(slow.shared->calls, 2);  // earlier addresses are not used again
}

TEST(HostLookup, StopsWaitingWhenItIsInterrupted) {
  const SlowResolver slow;
  HostLookup lookup("redis.example", slow.resolve());
  const int wake = ::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
  EXPECT_EQ(lookup.wait(kLong, wake).error(), RedisFault::stopped);
  ::close(wake);
  slow.shared->released.count_down();
}

TEST(HostLookup, MayBeDestroyedWhileTheResolverIsBusy) {
  const SlowResolver slow;
  {
    HostLookup lookup("redis.example", slow.resolve());
    EXPECT_EQ(lookup.wait(1ms, kNoWake).error(), RedisFault::unresolved);
    slow.shared->begun.wait();
  }
  slow.shared->released.count_down();
  slow.shared->ended.wait();  // it used no destroyed object
}

}  // namespace
}  // namespace agent_access::limit
