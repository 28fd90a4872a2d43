/// \file
/// Times and durations as text for people. UTC only. Thread safe, no I/O.
#pragma once

#include <cstdint>
#include <string>

namespace agent_access::app {

/// "2026-09-21 13:08:20 UTC"; "Unix time 253402300800" outside the years 1970 to 9999 (base/utc_time.hpp).
[[nodiscard]] std::string utc_text(std::int64_t unix_time);

/// The two largest units of a duration: "14 min 20 s", "3 h 5 min", "2 d". The sign is dropped.
[[nodiscard]] std::string span_text(std::int64_t seconds);

}  // namespace agent_access::app
