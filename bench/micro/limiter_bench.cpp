#include <benchmark/benchmark.h>

#include <chrono>

#include "base/ip_address.hpp"
#include "limit/rate_limiter.hpp"

namespace agent_access {
namespace {

limit::Policy large_policy() {
  limit::Policy policy;
  policy.requests = 1'000'000;
  return policy;
}

/// One budget for IPv4, three for IPv6.
void charge(benchmark::State& state, const char* address) {
  limit::RateLimiter limiter{limit::HashKey{}};
  const limit::Policy policy = large_policy();
  const auto client = base::IpAddress::parse(address).value();
  limit::Nanoseconds now = std::chrono::hours{1};
  for (auto _ : state) {
    now += std::chrono::milliseconds{1};
    if (!limiter.charge(policy, client, now).is_allowed()) return state.SkipWithError("a budget was used up");
  }
}
BENCHMARK_CAPTURE(charge, ipv4, "203.0.113.7")->Name("limiter_charge/ipv4");
BENCHMARK_CAPTURE(charge, ipv6, "2001:db8:1:2::7")->Name("limiter_charge/ipv6");

}  // namespace
}  // namespace agent_access
