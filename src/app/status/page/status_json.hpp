/// \file
/// The status page's data as JSON. Pure; thread safe.
#pragma once

#include <string>

#include "app/status/status_data.hpp"

namespace agent_access::app {

/// One object and a line feed. Times are RFC 3339 or null, the members of "latency_us" microseconds or null. It has
/// what the page shows, and every day.
[[nodiscard]] std::string render_status_json(const StatusData& data);

}  // namespace agent_access::app
