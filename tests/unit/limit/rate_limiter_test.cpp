#include "limit/rate_limiter.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;
using base::IpAddress;

IpAddress address(std::string_view text) { return IpAddress::parse(text).value(); }

/// `address` with the lowest 16 bits of `number` from byte `at` on.
IpAddress numbered(IpAddress address, std::size_t at, std::uint64_t number) {
  address.bytes[at] = static_cast<std::uint8_t>(number >> 8U);
  address.bytes[at + 1] = static_cast<std::uint8_t>(number);
  return address;
}

/// Each in another /48 of one /32, as far as there are so many.
IpAddress nth_of_slash32(std::uint64_t number) { return numbered(address("2001:db8::1"), 4, number); }

WideNetwork wide(std::string_view network, std::int64_t factor) {
  return {base::Network::parse(network).value(), factor};
}

class RateLimiterTest : public testing::Test {
 protected:
  Verdict charge(const IpAddress& client, Nanoseconds now = 1h) { return limiter_.charge(policy_, client, now); }
  Verdict charge(std::string_view client, Nanoseconds now = 1h) { return charge(address(client), now); }
  /// How many of `count` requests are admitted.
  int admitted(std::string_view client, int count, Nanoseconds now = 1h) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += charge(client, now).is_allowed() ? 1 : 0;
    return sum;
  }

  Policy policy_{.requests = 10, .window = 60s, .wide_networks = {}, .trusted = {}, .ceiling = 0};
  RateLimiter limiter_{HashKey{std::byte{5}}, 1024};
};

TEST_F(RateLimiterTest, GivesEachAddressItsBudget) {
  const Verdict first = charge("203.0.113.7");
  EXPECT_TRUE(first.is_allowed());
  EXPECT_EQ(first.limit, 10);
  EXPECT_EQ(first.window, 60s);
  EXPECT_EQ(first.decision.remaining, 9);
  EXPECT_EQ(first.decision.reset, 6s);
  EXPECT_EQ(admitted("203.0.113.7", 20), 9);
  const Verdict refused = charge("203.0.113.7");
  EXPECT_EQ(refused.refused_by, RefusedBy::address);
  EXPECT_EQ(refused.decision.retry_after, 6s);
  EXPECT_EQ(admitted("203.0.113.8", 20), 10);
  EXPECT_FALSE(charge("203.0.113.7", 1h + 6s - 1ns).is_allowed());
  EXPECT_TRUE(charge("203.0.113.7", 1h + 6s).is_allowed());
}

TEST_F(RateLimiterTest, TreatsAMappedAddressAsTheIPv4Address) {
  EXPECT_EQ(admitted("::ffff:203.0.113.7", 4), 4);
  EXPECT_EQ(admitted("203.0.113.7", 20), 6);
  // Mapped addresses share sixty-four bits; they are still separate clients.
  EXPECT_EQ(admitted("::ffff:203.0.113.8", 20), 10);
}

TEST_F(RateLimiterTest, TreatsASlash64AsOneClient) {
  for (int host = 0; host < 10; ++host) {
    EXPECT_TRUE(charge("2001:db8:0:1::" + std::to_string(host)).is_allowed()) << host;
  }
  const Verdict refused = charge("2001:db8:0:1:ffff::9");
  EXPECT_EQ(refused.refused_by, RefusedBy::address);
  EXPECT_EQ(refused.decision.retry_after, 6s);
  EXPECT_TRUE(charge("2001:db8:0:2::1").is_allowed());
}

TEST_F(RateLimiterTest, LimitsASlash56ToFourBudgets) {
  int sum = 0;
  for (int subnet = 0; subnet < 16; ++subnet)
    sum += admitted("2001:db8:0:1" + std::string(1, "0123456789abcdef"[subnet]) + "::1", 10);
  // 0x10 to 0x1f are in one /56.
  EXPECT_EQ(sum, 40);
  EXPECT_EQ(charge("2001:db8:0:1f::1").refused_by, RefusedBy::network);
  EXPECT_EQ(charge("2001:db8:0:1f::1").decision.retry_after, 1500ms);
  EXPECT_TRUE(charge("2001:db8:0:100::1").is_allowed());
}

TEST_F(RateLimiterTest, LimitsASlash48ToSixteenBudgets) {
  int sum = 0;
  for (int site = 1; site < 64; ++site) {
    for (int subnet = 0; subnet < 4; ++subnet) {
      sum += admitted("2001:db8:7:" + std::to_string(site) + "0" + std::to_string(subnet) + "::1", 10);
    }
  }
  EXPECT_EQ(sum, 160);
  EXPECT_TRUE(charge("2001:db8:8:100::1").is_allowed());
}

TEST_F(RateLimiterTest, KeepsFewDebtsForAMillionAddressesOfASlash64) {
  const IpAddress network = address("2001:db8::");
  int sum = 0;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    // The low 16 bits, and those above them: no two are equal.
    sum += charge(numbered(numbered(network, 8, i), 14, i / 16)).is_allowed() ? 1 : 0;
  }
  EXPECT_EQ(sum, 10);
  EXPECT_EQ(limiter_.table().times_full(), 0U);
  EXPECT_EQ(admitted("2001:db8:1::1", 20), 10);
  EXPECT_EQ(admitted("203.0.113.7", 20), 10);
}

TEST_F(RateLimiterTest, KeepsNoMoreDebtsForASlash48ThanItHasRequests) {
  int sum = 0;
  for (std::uint64_t i = 0; i < 65'536; ++i) sum += charge(numbered(address("2001:db8::1"), 6, i)).is_allowed() ? 1 : 0;
  EXPECT_EQ(sum, 160);
  EXPECT_EQ(limiter_.table().times_full(), 0U);
  EXPECT_EQ(admitted("2001:db8:1::1", 20), 10);
  EXPECT_EQ(admitted("203.0.113.7", 20), 10);
}

TEST_F(RateLimiterTest, ForgetsNoClientWhenASlash32FillsTheTable) {
  EXPECT_EQ(admitted("2001:db8:ffff::1", 4), 4);
  EXPECT_EQ(admitted("203.0.113.7", 4), 4);
  for (std::uint64_t i = 0; i < 60'000; ++i) static_cast<void>(charge(nth_of_slash32(i)));
  EXPECT_GT(limiter_.table().times_full(), 0U);
  EXPECT_EQ(admitted("2001:db8:ffff::1", 20), 6);
  EXPECT_EQ(admitted("203.0.113.7", 20), 6);
  // A new client shares what is left with the others without an entry, and has its own budget once they have paid.
  const Verdict refused = charge("198.51.100.1");
  EXPECT_EQ(refused.refused_by, RefusedBy::address);
  EXPECT_LE(refused.decision.retry_after, 6s);
  EXPECT_EQ(admitted("198.51.100.1", 20, 1h + 60s), 10);
}

TEST_F(RateLimiterTest, ServesNewClientsWhileASlash32SendsAHundredThousandRequestsASecond) {
  policy_.requests = 600;
  RateLimiter limiter(HashKey{std::byte{5}});
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const Nanoseconds now = 1h + i * 10us;
    static_cast<void>(limiter.charge(policy_, nth_of_slash32(i), now));
    if (i % 100 != 0) continue;
    ASSERT_EQ(limiter.charge(policy_, numbered(address("203.0.113.7"), 14, i), now).decision.remaining, 599) << i;
  }
  EXPECT_EQ(limiter.table().times_full(), 0U);
}

TEST_F(RateLimiterTest, ChargesNoLevelWhenOneDenies) {
  EXPECT_EQ(admitted("2001:db8::1", 1000), 10);
  // The 990 refused requests were not charged to the /56: three other networks still have their budget.
  EXPECT_EQ(admitted("2001:db8:0:1::1", 20) + admitted("2001:db8:0:2::1", 20) + admitted("2001:db8:0:3::1", 20), 30);
}

TEST_F(RateLimiterTest, GivesListedNetworksAMultiple) {
  policy_.wide_networks = {wide("198.51.100.7", 1), wide("198.51.100.0/24", 3), wide("2001:db8::/32", 2)};
  EXPECT_EQ(charge("198.51.100.8").limit, 30);
  EXPECT_EQ(admitted("198.51.100.8", 100), 29);
  EXPECT_EQ(admitted("198.51.100.9", 100), 30);
  EXPECT_EQ(admitted("198.51.100.7", 100), 10);
  EXPECT_EQ(admitted("198.51.101.1", 100), 10);
  EXPECT_EQ(admitted("2001:db8::1", 100), 20);
}

TEST_F(RateLimiterTest, HasACeilingOverAllClients) {
  policy_.ceiling = 25;
  EXPECT_EQ(admitted("203.0.113.1", 10), 10);
  EXPECT_EQ(charge("203.0.113.2").decision.remaining, 9);
  EXPECT_EQ(admitted("203.0.113.2", 9), 9);
  EXPECT_EQ(admitted("203.0.113.3", 10), 5);
  const Verdict refused = charge("203.0.113.3");
  EXPECT_EQ(refused.refused_by, RefusedBy::ceiling);
  EXPECT_EQ(refused.limit, 10);
  EXPECT_EQ(refused.decision.retry_after, 2400ms);
  // Requests that the ceiling refused are not charged to the client.
  EXPECT_EQ(admitted("203.0.113.3", 1, 1h + 2400ms), 1);
  EXPECT_EQ(admitted("203.0.113.3", 9, 1h + 60s), 9);
}

TEST_F(RateLimiterTest, ChargesMoreForFailures) {
  EXPECT_TRUE(charge("203.0.113.7").is_allowed());
  const Verdict after = limiter_.charge_failure(policy_, address("203.0.113.7"), 4, 1h);
  EXPECT_TRUE(after.is_allowed());
  EXPECT_EQ(after.decision.remaining, 5);
  EXPECT_EQ(after.decision.reset, 30s);
  EXPECT_EQ(admitted("203.0.113.7", 20), 5);
  const Verdict beyond = limiter_.charge_failure(policy_, address("203.0.113.7"), 4, 1h);
  EXPECT_TRUE(beyond.is_allowed());
  EXPECT_EQ(beyond.decision.remaining, 0);
  EXPECT_EQ(charge("203.0.113.7").decision.retry_after, 30s);
}

TEST_F(RateLimiterTest, ChargesFailuresAtEveryLevelButNotTheCeiling) {
  policy_.ceiling = 25;
  for (int subnet = 0; subnet < 4; ++subnet) {
    const auto client = address("2001:db8:0:" + std::to_string(subnet) + "::1");
    static_cast<void>(limiter_.charge_failure(policy_, client, 10, 1h));
  }
  EXPECT_EQ(charge("2001:db8:0:9::1").refused_by, RefusedBy::network);
  EXPECT_EQ(admitted("203.0.113.1", 10) + admitted("203.0.113.2", 10), 20);
}

TEST_F(RateLimiterTest, AppliesANewPolicyAtOnce) {
  EXPECT_EQ(admitted("203.0.113.7", 10), 10);
  policy_.requests = 20;
  // The debt of the whole window stays.
  EXPECT_FALSE(charge("203.0.113.7").is_allowed());
  EXPECT_EQ(charge("203.0.113.8").limit, 20);
  policy_.window = 30s;
  EXPECT_EQ(admitted("203.0.113.7", 30), 20);
}

TEST_F(RateLimiterTest, IsDisabledWithoutRequests) {
  EXPECT_TRUE(policy_.is_enabled());
  policy_.requests = 0;
  EXPECT_FALSE(policy_.is_enabled());
}

// Which of its budgets is reported to a client, and which are charged.

using namespace std::chrono_literals;

class BudgetsTest : public testing::Test {
 protected:
  BudgetsTest() {
    policy_.requests = 10;
    policy_.window = 60s;
  }
  Verdict charge(std::string_view client) {
    return limiter_.charge(policy_, base::IpAddress::parse(client).value(), 1h);
  }
  int admitted(std::string_view client, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += charge(client).is_allowed() ? 1 : 0;
    return sum;
  }

  Policy policy_;
  RateLimiter limiter_{HashKey{std::byte{5}}, 1024};
};

TEST_F(BudgetsTest, AreNoneForTheNetworksOfAnIPv4Address) {
  for (int host = 1; host < 100; ++host) EXPECT_EQ(admitted("203.0.113." + std::to_string(host), 11), 10) << host;
}

TEST_F(BudgetsTest, ReportTheOneWithTheLeastRemaining) {
  EXPECT_EQ(charge("2001:db8::1").decision.remaining, 9);
  for (const char* const other : {"2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"}) admitted(other, 10);
  // 31 of 40 are used in the /56, 1 of 10 in the /64.
  EXPECT_EQ(charge("2001:db8::1").decision.remaining, 8);
  EXPECT_EQ(charge("2001:db8:0:4::1").decision.remaining, 7);
}

TEST_F(BudgetsTest, ReportTheLongestResetIfRemainingIsEqual) {
  for (const char* const other : {"2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"}) admitted(other, 10);
  const Verdict verdict = charge("2001:db8::1");
  // 9 remain in the /64, which is full again after 6 s, and 9 in the /56, which has a debt of 31 requests of 1.5 s.
  EXPECT_EQ(verdict.decision.remaining, 9);
  EXPECT_EQ(verdict.decision.reset, 46'500ms);
}

TEST_F(BudgetsTest, ReportTheLongestWaitIfSeveralRefuse) {
  for (const char* const client : {"2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"}) {
    EXPECT_EQ(admitted(client, 10), 10);
  }
  const Verdict refused = charge("2001:db8::1");
  EXPECT_EQ(refused.refused_by, RefusedBy::address);
  EXPECT_EQ(refused.decision.retry_after, 6s) << "not the 1.5 s of the /56";
}

TEST_F(BudgetsTest, DoNotReportTheCeilingBeforeItRefuses) {
  policy_.ceiling = 12;
  EXPECT_EQ(admitted("203.0.113.1", 10), 10);
  EXPECT_EQ(charge("203.0.113.2").decision.remaining, 9);
}

TEST_F(BudgetsTest, LimitWindowsThatAreShorterThanTheirRequests) {
  policy_.window = 5ns;
  EXPECT_EQ(admitted("203.0.113.7", 20), 10);
}

TEST_F(BudgetsTest, ReportAFailedAttemptAsAllowed) {
  const auto client = base::IpAddress::parse("203.0.113.7").value();
  static_cast<void>(limiter_.charge_failure(policy_, client, 10, 1h));
  const Verdict beyond = limiter_.charge_failure(policy_, client, 4, 1h);
  EXPECT_TRUE(beyond.is_allowed());
  EXPECT_TRUE(beyond.decision.is_allowed);
  EXPECT_EQ(beyond.decision.retry_after, 0s);
  EXPECT_EQ(beyond.decision.reset, 84s);
}

}  // namespace
}  // namespace agent_access::limit
