/// \file
/// The charts of the status page as inline SVG, which scales to any width: labels are HTML around it. Pure; thread
/// safe.
#pragma once

#include <string>
#include <vector>

#include "app/status/status_data.hpp"

namespace agent_access::app {

/// Bars of the requests in each minute; refused ones are the darker lower part.
[[nodiscard]] std::string rate_chart(const std::vector<MinuteRates::Minute>& minutes);
/// Bars of the requests of the last 30 days up to `today`.
[[nodiscard]] std::string day_chart(const std::map<DayTable::Day, Counts>& days, DayTable::Day today);
/// A line for each key: when it is published and when it signs, with the present time.
[[nodiscard]] std::string key_chart(const std::vector<KeyRow>& keys, base::Seconds now);

}  // namespace agent_access::app
