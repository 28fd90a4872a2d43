/// \file
/// The limits of documents and gates as the rate limiter uses them. Pure; thread safe.
#pragma once

#include <optional>
#include <vector>

#include "content/access.hpp"
#include "limit/rate_limiter.hpp"

namespace agent_access::app {

/// By the index of content::Access::path_of. Empty if no document or gate has a limit of its own.
[[nodiscard]] std::vector<std::optional<limit::ResourceLimit>> make_own_limits(const content::Access& access);

}  // namespace agent_access::app
