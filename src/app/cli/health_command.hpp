/// \file
/// `agent-access health`: asks /readyz of the admin listener, for container and service health checks.
#pragma once

#include "app/config/config.hpp"

namespace agent_access::app {

struct HealthOptions {
  ConfigSources sources;  ///< listen.admin decides whom to ask
};

/// 0 when the service is ready, 1 when not or when nobody answers within three seconds.
[[nodiscard]] int run_health(const HealthOptions& options);

}  // namespace agent_access::app
