/// \file
/// The counted visits as one HTML page, for a browser or for paper: charts as inline SVG, each with a table of its
/// numbers, without scripts and without anything from elsewhere. Names from the log are untrusted and escaped. Pure;
/// thread safe.
#pragma once

#include <cstddef>
#include <string>

#include "tools/visits/visit_counts.hpp"

namespace agent_access::tools {

/// The charts by day show at most so many, the last ones.
inline constexpr int kMostDaysInChart = 92;

/// `most`: rows of each table except those of days.
[[nodiscard]] std::string render_visits_html(const Visits& visits, std::size_t most = 25);

}  // namespace agent_access::tools
