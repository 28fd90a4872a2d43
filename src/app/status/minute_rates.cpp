#include "app/status/minute_rates.hpp"

#include <algorithm>

namespace agent_access::app {

void MinuteRates::add(base::Seconds now, std::uint64_t requests, std::uint64_t refused) {
  const auto minute = std::chrono::floor<std::chrono::minutes>(now);
  if (minutes_.empty() || minutes_.back().time < minute) minutes_.push_back({.time = minute});
  minutes_.back().requests += requests;
  minutes_.back().refused += refused;
  const auto oldest = minutes_.back().time - std::chrono::minutes{kMinutes - 1};
  while (minutes_.front().time < oldest) minutes_.pop_front();
}

std::vector<MinuteRates::Minute> MinuteRates::last_hour(base::Seconds now) const {
  const auto last = std::chrono::floor<std::chrono::minutes>(now);
  std::vector<Minute> hour;
  for (int back = kMinutes - 1; back >= 0; --back) {
    const auto time = last - std::chrono::minutes{back};
    const auto found = std::ranges::find(minutes_, time, &Minute::time);
    hour.push_back(found != minutes_.end() ? *found : Minute{.time = time});
  }
  return hour;
}

}  // namespace agent_access::app
