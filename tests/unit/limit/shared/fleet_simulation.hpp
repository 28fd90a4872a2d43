// A simulated fleet with one clock: replicas with real tables, and the script's arithmetic in memory. A batch takes
// half a round trip to Redis, the reply the other half.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "limit/debt_table.hpp"

namespace agent_access::limit::test {

using limit::Nanoseconds;

/// The Lua of debt_script.cpp, line by line.
class FakeScript {
 public:
  explicit FakeScript(std::int64_t horizon) : horizon_(horizon) {}

  std::int64_t merge(limit::DebtKey key, std::int64_t since, std::int64_t charged, std::int64_t now) {
    std::int64_t arrival = now + since;
    const auto stored = arrivals_.find(key);
    if (stored != arrivals_.end() && stored->second > arrival && stored->second <= now + horizon_) {
      arrival = stored->second;
    }
    arrival = std::min(arrival + charged, now + horizon_);
    arrivals_[key] = arrival;
    return std::max<std::int64_t>(arrival - now, 0);
  }

 private:
  std::int64_t horizon_;
  std::map<limit::DebtKey, std::int64_t> arrivals_;
};

struct FleetShape {
  int replicas = 2;
  limit::Rate rate{std::chrono::milliseconds{100}, 600};
  Nanoseconds interval = std::chrono::milliseconds{75};
  Nanoseconds round_trip = std::chrono::milliseconds{5};
};

class FleetSimulation {
 public:
  explicit FleetSimulation(const FleetShape& shape)
      : shape_(shape), script_(shape.rate.interval.count() * shape.rate.burst / 1000 * 8) {
    for (int i = 0; i < shape.replicas; ++i) {
      tables_.push_back(std::make_unique<limit::DebtTable>(16));
      // Replicas send their batches at different moments.
      at(shape.interval * (i + 1) / shape.replicas, [this, i] { tell(static_cast<std::size_t>(i)); });
    }
  }

  /// One request at a replica.
  bool request(std::size_t replica) { return tables_[replica]->charge(kKey, shape_.rate, 1, now_).is_allowed; }

  void at(Nanoseconds when, std::function<void()> what) { events_.emplace(Event{when, order_++, std::move(what)}); }

  void run_until(Nanoseconds end) {
    while (!events_.empty() && events_.top().when <= end) {
      Event event = events_.top();
      events_.pop();
      now_ = event.when;
      event.what();
    }
    now_ = end;
  }

  [[nodiscard]] Nanoseconds now() const { return now_; }
  void cut_off() { is_reachable_ = false; }
  void join() { is_reachable_ = true; }

 private:
  struct Event {
    Nanoseconds when;
    std::uint64_t order;
    std::function<void()> what;
    bool operator<(const Event& other) const { return std::pair(when, order) > std::pair(other.when, other.order); }
  };

  static std::int64_t micros(Nanoseconds time) { return std::chrono::floor<std::chrono::microseconds>(time).count(); }

  void tell(std::size_t replica) {
    const auto debts = tables_[replica]->take_changes(4096, now_);
    at(now_ + shape_.interval, [this, replica] { tell(replica); });
    if (!is_reachable_) return;
    for (const auto& debt : debts) {
      at(now_ + shape_.round_trip / 2, [this, replica, debt] {
        const std::int64_t charged = micros(debt.charged);
        const auto owed = script_.merge(debt.key, micros(debt.owed) - charged, charged, micros(now_));
        at(now_ + shape_.round_trip / 2,
           [this, replica, debt, owed] { tables_[replica]->merge({debt.key, std::chrono::microseconds{owed}}, now_); });
      });
    }
  }

  static constexpr limit::DebtKey kKey = 7;

  FleetShape shape_;
  FakeScript script_;
  std::vector<std::unique_ptr<limit::DebtTable>> tables_;
  std::priority_queue<Event> events_;
  std::uint64_t order_ = 0;
  Nanoseconds now_{};
  bool is_reachable_ = true;
};

}  // namespace agent_access::limit::test
