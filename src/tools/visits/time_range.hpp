/// \file
/// The times of --since and --until. Pure; thread safe.
#pragma once

#include <optional>
#include <string_view>

#include "base/ports.hpp"

namespace agent_access::tools {

/// "7d", "24h" (so long before `now`), "today", "yesterday", "2026-01-31" (its start), "2026-01-31T12:00:00Z" or
/// seconds since 1970; all in UTC. Nothing for any other text.
[[nodiscard]] std::optional<base::Seconds> parse_moment(std::string_view text, base::Seconds now);

}  // namespace agent_access::tools
