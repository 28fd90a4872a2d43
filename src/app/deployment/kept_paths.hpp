/// \file
/// Which paths the owner of the site beside may keep (content.keep_paths). Pure functions; thread safe.
#pragma once

#include "app/config/config.hpp"

namespace agent_access::app {

/// A problem for each path that is no document of this service, or one that must be here: endpoints, profile, key set
/// and metadata. Each names what can be kept.
[[nodiscard]] Problems problems_of_kept_paths(const Config& config);

}  // namespace agent_access::app
