#include "net/http2/client_budgets.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace agent_access::net::h2 {
namespace {

using namespace std::chrono_literals;

base::IpAddress address(const std::string& text) { return *base::IpAddress::parse(text); }

const base::IpAddress kClient = address("198.51.100.1");
constexpr SteadyTime kStart{1h};

TEST(H2ClientBudgets, RefuseAClientThatHasUsedUpItsBudget) {
  ClientBudgets budgets;
  EXPECT_FALSE(budgets.refuses(kClient, kStart));
  budgets.charge(kClient, 200, kStart);
  EXPECT_FALSE(budgets.refuses(kClient, kStart));
  budgets.charge(kClient, 1, kStart);
  EXPECT_TRUE(budgets.refuses(kClient, kStart));
  EXPECT_FALSE(budgets.refuses(address("198.51.100.2"), kStart));
}

TEST(H2ClientBudgets, ServeARefusedClientAgainAfterTenSeconds) {
  ClientBudgets budgets;
  budgets.charge(kClient, 201, kStart);
  EXPECT_TRUE(budgets.refuses(kClient, kStart + 9'999ms));
  EXPECT_FALSE(budgets.refuses(kClient, kStart + 10s));
  budgets.charge(kClient, 100, kStart + 10s);
  EXPECT_FALSE(budgets.refuses(kClient, kStart + 10s)) << "half of the budget is refilled";
  budgets.charge(kClient, 1, kStart + 10s);
  EXPECT_TRUE(budgets.refuses(kClient, kStart + 10s));
}

TEST(H2ClientBudgets, LimitEachDebtToTwentySeconds) {
  ClientBudgets budgets;
  budgets.charge(kClient, 1'000'000, kStart);
  budgets.charge(kClient, 1'000'000, kStart);
  EXPECT_TRUE(budgets.refuses(kClient, kStart + 9'999ms));
  EXPECT_FALSE(budgets.refuses(kClient, kStart + 10s));
  budgets.charge(kClient, 200, kStart + 20s);
  EXPECT_FALSE(budgets.refuses(kClient, kStart + 20s)) << "the debt is paid";
}

TEST(H2ClientBudgets, ReduceTheDebtForAnsweredRequests) {
  ClientBudgets budgets;
  budgets.charge(kClient, 200, kStart);
  budgets.answered(kClient, kStart);
  budgets.charge(kClient, 2, kStart);
  EXPECT_FALSE(budgets.refuses(kClient, kStart));
  budgets.charge(kClient, 1, kStart);
  EXPECT_TRUE(budgets.refuses(kClient, kStart));
}

TEST(H2ClientBudgets, KeepNoCredit) {
  ClientBudgets budgets;
  budgets.charge(kClient, 1, kStart);
  for (int count = 0; count < 100; ++count) budgets.answered(kClient, kStart);
  budgets.charge(kClient, 201, kStart);
  EXPECT_TRUE(budgets.refuses(kClient, kStart));
}

TEST(H2ClientBudgets, TreatAnIpv6Slash64AsOneClient) {
  ClientBudgets budgets;
  budgets.charge(address("2001:db8:0:1::1"), 101, kStart);
  budgets.charge(address("2001:db8:0:1:ffff::2"), 100, kStart);
  EXPECT_TRUE(budgets.refuses(address("2001:db8:0:1:1234::3"), kStart));
  EXPECT_FALSE(budgets.refuses(address("2001:db8:0:2::1"), kStart));
}

TEST(H2ClientBudgets, ChargeEachClientItsOwnDebt) {
  ClientBudgets budgets;
  for (int last = 1; last <= 100; ++last) budgets.charge(address("10.0.0." + std::to_string(last)), 201, kStart);
  for (int last = 1; last <= 100; ++last) {
    EXPECT_TRUE(budgets.refuses(address("10.0.0." + std::to_string(last)), kStart)) << last;
  }
}

TEST(H2ClientBudgets, KeepALargeDebtWhenASmallOneIsPaid) {
  ClientBudgets budgets;
  budgets.charge(kClient, 201, kStart);
  budgets.charge(address("198.51.100.2"), 1, kStart);
  EXPECT_TRUE(budgets.refuses(kClient, kStart + 5s));
}

TEST(H2ClientBudgets, DropTheSmallestDebtWhenFull) {
  ClientBudgets budgets;
  budgets.charge(kClient, 1'000, kStart);
  for (int third = 0; third < 256; ++third) {
    for (int last = 0; last < 256; ++last) {
      budgets.charge(address("10.0." + std::to_string(third) + "." + std::to_string(last)), 1, kStart);
    }
  }
  EXPECT_TRUE(budgets.refuses(kClient, kStart)) << "65,536 addresses do not replace a larger debt";
}

}  // namespace
}  // namespace agent_access::net::h2
