#include "limit/shared/debt_batch.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace agent_access::limit {
namespace {

using limit::Debt;
using Debts = std::span<const Debt>;
using SteadyClock = std::chrono::steady_clock;
using Done = base::Result<void, RedisFault>;

/// Debts of two key spaces that differ by less count as equal: the calls of one exchange do not run at the same time.
constexpr std::chrono::milliseconds kNoticeable{50};

/// The debts sent to one key space.
struct Part {
  const KeySpace* space;
  Debts debts;
};

/// One exchange; `take` gets the index of a part, the index of a debt in it, and the fleet's debt.
template <class Take>
Done exchange(RedisConnection& connection, std::span<const Part> parts, Horizon horizon, const Take& take) {
  struct Call {
    std::size_t part;
    std::size_t first;
    std::size_t count;
  };
  std::string request;
  std::vector<Call> calls;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t i = 0; i < parts[part].debts.size(); i += kMostIntegers) {
      const auto some = parts[part].debts.subspan(i, std::min(kMostIntegers, parts[part].debts.size() - i));
      append_merge(request, connection.script_id(), *parts[part].space, horizon, some);
      calls.push_back({part, i, some.size()});
    }
  }
  if (calls.empty()) return {};
  return connection.exchange(request, calls.size(), [&](std::size_t index, const Reply& reply) -> Done {
    const Call& call = calls[index];
    const auto owed = read_owed(reply, call.count, horizon.microseconds);
    if (!owed) return base::Failure(owed.error());
    for (std::size_t i = 0; i < call.count; ++i) take(call.part, call.first + i, std::chrono::microseconds{(*owed)[i]});
    return {};
  });
}

}  // namespace

base::Result<void, RedisFault> send_debts(RedisConnection& connection, std::span<const KeySpace> spaces,
                                          Horizon horizon, Debts debts, const Merge& merge) {
  const auto begun = SteadyClock::now();
  std::vector<Part> parts;
  for (const KeySpace& space : spaces) parts.push_back({&space, debts});
  // By debt, then by space.
  std::vector<std::chrono::microseconds> owed(debts.size() * spaces.size());
  auto sent = exchange(connection, parts, horizon, [&](std::size_t part, std::size_t i, std::chrono::microseconds now) {
    owed[i * spaces.size() + part] = now;
    merge({debts[i].key, now});
  });
  if (!sent || spaces.size() < 2) return sent;

  std::vector<std::vector<Debt>> lower(spaces.size());
  const auto elapsed = SteadyClock::now() - begun;
  for (std::size_t i = 0; i < debts.size(); ++i) {
    const auto of_key = std::span(owed).subspan(i * spaces.size(), spaces.size());
    const auto most = std::ranges::max(of_key);
    for (std::size_t space = 0; space < spaces.size(); ++space) {
      if (of_key[space] + kNoticeable < most) lower[space].push_back({debts[i].key, most - elapsed});
    }
  }
  for (std::size_t space = 0; space < spaces.size(); ++space) parts[space].debts = lower[space];
  return exchange(connection, parts, horizon, [](std::size_t, std::size_t, std::chrono::microseconds) {});
}

}  // namespace agent_access::limit
