/// \file
/// Requests of each of the last 60 minutes, for the chart. Not thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/ports.hpp"

namespace agent_access::app {

class MinuteRates {
 public:
  static constexpr int kMinutes = 60;
  struct Minute {
    std::chrono::sys_time<std::chrono::minutes> time;
    std::uint64_t requests = 0;
    std::uint64_t refused = 0;

    friend bool operator==(const Minute&, const Minute&) = default;
  };

  /// A time before the last one, after the clock was set back, counts to the last minute.
  void add(base::Seconds now, std::uint64_t requests, std::uint64_t refused);
  /// kMinutes of them, the last one that of `now`.
  [[nodiscard]] std::vector<Minute> last_hour(base::Seconds now) const;

 private:
  std::deque<Minute> minutes_;  ///< those with a sample, oldest first
};

}  // namespace agent_access::app
