/// \file
/// What the status page counts: numbers by name, where a name is a route, a status class, a reason, a family of agents,
/// or a gated document or gate, never something that a client chose. Plain data; thread safe.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ports.hpp"
#include "ops/metrics.hpp"

namespace agent_access::app {

using NamedCounts = std::map<std::string, std::uint64_t, std::less<>>;

struct Counts {
  std::uint64_t requests = 0;
  std::uint64_t registrations = 0;
  std::uint64_t tokens = 0;
  std::uint64_t profiles = 0;
  NamedCounts routes;    ///< as ops::route_name names them
  NamedCounts statuses;  ///< "2xx", …, "other"
  NamedCounts refusals;  ///< by reason
  NamedCounts agents;    ///< by family
  NamedCounts reads;     ///< by gated document or gate: 2xx and 3xx
  NamedCounts refused;   ///< likewise: 4xx and 5xx

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Without zeros.
[[nodiscard]] Counts counts_of(const ops::Totals& totals, const NamedCounts& agents);
/// What was added since `before`; a number that became smaller counts as nothing added.
[[nodiscard]] Counts difference(const Counts& now, const Counts& before);
void add(Counts& to, const Counts& more);
/// What was counted of each gated document or gate.
struct ResourceRow {
  std::uint64_t reads = 0;
  std::uint64_t refused = 0;
};
[[nodiscard]] std::map<std::string, ResourceRow> resource_rows(const Counts& counts);
/// Answers with a status of 400 or more.
[[nodiscard]] std::uint64_t refused(const Counts& counts);

// Counts as JSON: the names of the numbers and tables, in report.file and in /status.json. Pure; thread safe.

inline constexpr std::array<std::pair<std::string_view, std::uint64_t Counts::*>, 4> kCountMembers = {
    {{"requests", &Counts::requests},
     {"registrations", &Counts::registrations},
     {"tokens", &Counts::tokens},
     {"profiles", &Counts::profiles}}};

struct CountTable {
  std::string_view name;
  NamedCounts Counts::* member;
  /// Of gated documents and gates: left out where it is empty, so that a site without any has the members that it had
  /// before there were such tables.
  bool is_of_resources = false;
};

inline constexpr std::array<CountTable, 6> kCountTables = {{{"routes", &Counts::routes},
                                                            {"statuses", &Counts::statuses},
                                                            {"refusals", &Counts::refusals},
                                                            {"agents", &Counts::agents},
                                                            {"reads", &Counts::reads, true},
                                                            {"refused", &Counts::refused, true}}};

/// An object with the members of the lists.
[[nodiscard]] boost::json::object counts_json(const Counts& counts);

// Counts by day (UTC), of the last kMostDays days. Not thread safe.

class DayTable {
 public:
  using Day = std::chrono::sys_days;
  static constexpr std::size_t kMostDays = 400;

  /// Forgets the oldest days beyond kMostDays.
  void add(Day day, const Counts& more) {
    app::add(days_[day], more);
    while (days_.size() > kMostDays) days_.erase(days_.begin());
  }
  [[nodiscard]] Counts total() const {
    Counts sum;
    for (const auto& [day, counts] : days_) app::add(sum, counts);
    return sum;
  }
  /// Oldest first. A day without requests may be missing.
  [[nodiscard]] const std::map<Day, Counts>& days() const noexcept { return days_; }

  friend bool operator==(const DayTable&, const DayTable&) = default;

 private:
  std::map<Day, Counts> days_;
};

// Requests of each of the last 60 minutes, for the chart. Not thread safe.

class MinuteRates {
 public:
  static constexpr int kMinutes = 60;
  struct Minute {
    std::chrono::sys_time<std::chrono::minutes> time;
    std::uint64_t requests = 0;
    std::uint64_t refused = 0;

    friend bool operator==(const Minute&, const Minute&) = default;
  };

  /// After the clock was set back, what was counted in later minutes counts to the present one.
  void add(base::Seconds now, std::uint64_t requests, std::uint64_t refused);
  /// kMinutes of them, the last one that of `now`.
  [[nodiscard]] std::vector<Minute> last_hour(base::Seconds now) const;

 private:
  std::deque<Minute> minutes_;  ///< those with a sample, oldest first
};

// Percentiles of durations from the buckets of a histogram. Pure; thread safe.

/// The duration that the share `share` (0 to 1) of all requests did not exceed, interpolated within its bucket as
/// Prometheus' histogram_quantile does. The last bucket has no upper bound: its lower one is returned. Nothing without
/// requests.
[[nodiscard]] std::optional<std::chrono::nanoseconds> percentile(
    std::span<const std::uint64_t, ops::kDurationBuckets> buckets, double share);

}  // namespace agent_access::app
