/// \file
/// Counts by day (UTC), of the last kMostDays days. Not thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>

#include "app/status/counts.hpp"

namespace agent_access::app {

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

}  // namespace agent_access::app
