#include "net/capacity/memory_budget.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "unit/net/capacity/samples.hpp"

namespace agent_access::net {
namespace {

Shares megabytes(std::size_t total, std::size_t address = 1000, std::size_t network = 1000, std::size_t wide = 1000) {
  return {total * kMebibyte, {address * kMebibyte, network * kMebibyte, wide * kMebibyte}};
}

TEST(Shares, ArePartsOfTheTotalAndNeverZero) {
  EXPECT_EQ(percent_of(1000, 25), 250U);
  EXPECT_EQ(percent_of(511, 25), 127U);
  EXPECT_EQ(percent_of(3, 25), 1U);
  EXPECT_EQ(percent_of(0, 25), 1U);
  EXPECT_EQ(percent_of(262'143, 100), 262'143U);
  EXPECT_EQ(percent_of(std::size_t{1} << 60U, 50), std::size_t{1} << 59U);
}

TEST(Shares, OfMemoryAreThoseOfTheLimits) {
  Limits limits;
  limits.memory = 200 * kMebibyte;
  limits.address_share = 10;
  limits.network_share = 20;
  limits.wide_network_share = 40;
  const Shares shares = memory_shares(limits);
  EXPECT_EQ(shares.total, 200 * kMebibyte);
  EXPECT_EQ(shares.of(Reach::address), 20 * kMebibyte);
  EXPECT_EQ(shares.of(Reach::network), 40 * kMebibyte);
  EXPECT_EQ(shares.of(Reach::wide_network), 80 * kMebibyte);
}

TEST(Shares, OfConnectionsDoNotChangeTheCapOfAnAddress) {
  const Shares shares = connection_shares(1000, 256, Limits{});
  EXPECT_EQ(shares.of(Reach::address), 256U);
  EXPECT_EQ(shares.of(Reach::network), 250U);
  EXPECT_EQ(shares.of(Reach::wide_network), 500U);
}

TEST(MemoryBudget, IsUnderPressureAboveSevenEighthsAndExhaustedAboveAll) {
  MemoryBudget budget(megabytes(8));
  budget.add(7 * kMiB);
  EXPECT_FALSE(budget.is_pressed());
  budget.add(1);
  EXPECT_TRUE(budget.is_pressed());
  EXPECT_FALSE(budget.is_relieved());
  budget.add(kMiB - 1);
  EXPECT_FALSE(budget.is_spent());
  budget.add(1);
  EXPECT_TRUE(budget.is_spent());
  budget.add(-2 * kMiB - 1);
  EXPECT_TRUE(budget.is_relieved());
  EXPECT_EQ(budget.held(), 6 * kMiB);
}

TEST(MemoryBudget, IsUpdatedByWorkersInSteps) {
  MemoryBudget budget(megabytes(8));
  std::optional<WorkerMemory> worker(std::in_place, budget);
  worker->add(MemoryBudget::kStep - 1);
  EXPECT_EQ(budget.held(), 0);
  worker->add(1);
  EXPECT_EQ(budget.held(), 65'536);
  worker->add(-65'535);
  EXPECT_EQ(budget.held(), 65'536);
  worker->add(-1);
  EXPECT_EQ(budget.held(), 0);
  worker->add(5);
  worker.reset();
  EXPECT_EQ(budget.held(), 5) << "the remainder is added when the worker ends";
}

TEST(MemoryBudget, GivesEachWorkerAnEqualPart) {
  MemoryBudget budget(megabytes(8));
  WorkerMemory worker(budget);
  worker.add(7 * kMiB / 2);
  EXPECT_FALSE(worker.is_over_part(2));
  worker.add(1);
  EXPECT_TRUE(worker.is_over_part(2));
  EXPECT_FALSE(worker.is_over_part(1));
}

TEST(MemoryBudget, ReportsItsPeakOnce) {
  MemoryBudget budget(megabytes(8));
  budget.add(5 * kMiB);
  budget.add(-3 * kMiB);
  EXPECT_EQ(budget.take_peak(), 5 * kMiB);
  EXPECT_EQ(budget.take_peak(), 2 * kMiB);
}

TEST(MemoryBudget, WakesAThreadThatWaitsForADecrease) {
  MemoryBudget budget(megabytes(80));
  budget.add(20 * kMiB);
  std::thread other([&budget] { budget.add(-4 * kMiB); });
  EXPECT_FALSE(budget.wait_for_fall());
  other.join();
  EXPECT_EQ(budget.take_peak(), 20 * kMiB);
}

TEST(MemoryBudget, RemembersADecreaseBeforeTheWait) {
  MemoryBudget budget(megabytes(80));
  budget.add(20 * kMiB);
  budget.add(-5 * kMiB);
  EXPECT_FALSE(budget.wait_for_fall());
  budget.stop_waiting();
  static_cast<void>(budget.take_peak());
  EXPECT_TRUE(budget.wait_for_fall());
}

TEST(MemoryBudget, DoesNotWakeAThreadForASmallDecrease) {
  MemoryBudget budget(megabytes(80));
  budget.add(20 * kMiB);
  std::thread other([&budget] {
    for (int round = 0; round < 300'000; ++round) {
      budget.add(1 - MemoryBudget::kWorthwhile);
      budget.add(MemoryBudget::kWorthwhile - 1);
    }
    budget.stop_waiting();
  });
  EXPECT_TRUE(budget.wait_for_fall()) << "it waits until the end, not for the first decrease";
  other.join();
}

/// Connections of given peers, with what they hold.
struct Held {
  explicit Held(const Shares& shares) : budget(shares), worker(budget) {}
  ConnectionCounts::Place place(std::string_view from) { return counts.try_add(peer(from)).value(); }
  MemoryBudget budget;
  WorkerMemory worker;
  ConnectionCounts counts{{1000, {1000, 1000, 1000}}, {base::Network::parse("127.0.0.0/8").value()}};
};

TEST(HeldMemory, CountsInWholeKibibytes) {
  Held held(megabytes(8));
  const auto place = held.place("192.0.2.1");
  HeldMemory memory(held.worker, place);
  EXPECT_EQ(memory.set(1), Excess::none);
  EXPECT_EQ(memory.bytes(), 1024);
  static_cast<void>(memory.set(1024));
  EXPECT_EQ(memory.bytes(), 1024);
  static_cast<void>(memory.set(1025));
  EXPECT_EQ(memory.bytes(), 2048);
  EXPECT_EQ(place.use(Reach::address)->held, 2048);
  EXPECT_EQ(place.use(Reach::network)->held, 2048);
}

TEST(HeldMemory, OfOneNetworkAddsUpInEachPrefix) {
  Held held(megabytes(8));
  const auto one = held.place("2001:db8:1:200::1");
  const auto other = held.place("2001:db8:1:2ff::1");
  const auto third = held.place("2001:db8:1:300::1");
  HeldMemory first(held.worker, one);
  HeldMemory second(held.worker, other);
  HeldMemory last(held.worker, third);
  static_cast<void>(first.set(10 * 1024));
  static_cast<void>(second.set(20 * 1024));
  static_cast<void>(last.set(40 * 1024));
  EXPECT_EQ(one.use(Reach::address)->held, 10 * 1024);
  EXPECT_EQ(one.use(Reach::network)->held, 30 * 1024);
  EXPECT_EQ(one.use(Reach::wide_network)->held, 70 * 1024);
}

TEST(HeldMemory, IsReleasedWhenTheConnectionEnds) {
  Held held(megabytes(8));
  const auto place = held.place("192.0.2.1");
  const auto neighbour = held.place("192.0.2.1");
  {
    HeldMemory memory(held.worker, place);
    static_cast<void>(memory.set(2 * kMebibyte));
    EXPECT_EQ(held.budget.held(), 2 * kMiB);
  }
  EXPECT_EQ(held.budget.held(), 0);
  EXPECT_EQ(neighbour.use(Reach::network)->held, 0);
}

TEST(HeldMemory, ReportsWhichShareIsExceeded) {
  struct Case {
    std::string_view other;
    Shares shares;
    Excess expected;
  };
  const std::vector<Case> cases{
      {"2001:db8:1:200::2", megabytes(100, 2), Excess::share},          // the same /64
      {"2001:db8:1:201::2", megabytes(100, 2), Excess::none},           // another
      {"2001:db8:1:201::2", megabytes(100, 50, 2), Excess::share},      // the same /56
      {"2001:db8:1:300::2", megabytes(100, 50, 2), Excess::none},       // another
      {"2001:db8:1:300::2", megabytes(100, 50, 50, 2), Excess::share},  // the same /48
      {"2001:db8:2:300::2", megabytes(100, 50, 50, 2), Excess::none},   // another
      {"2001:db8:2:300::2", megabytes(2, 50, 50, 50), Excess::total},
  };
  for (const Case& each : cases) {
    Held held(each.shares);
    const auto place = held.place("2001:db8:1:200::1");
    const auto other_place = held.place(each.other);
    HeldMemory memory(held.worker, place);
    HeldMemory other(held.worker, other_place);
    EXPECT_EQ(memory.set(kMebibyte), Excess::none);
    EXPECT_EQ(other.set(kMebibyte), Excess::none) << "exactly the share";
    EXPECT_EQ(other.set(kMebibyte + kMebibyte / 8), each.expected) << each.other;
    EXPECT_EQ(other.set(kMebibyte + 1), Excess::none) << "a decrease exceeds no share";
  }
}

}  // namespace
}  // namespace agent_access::net
