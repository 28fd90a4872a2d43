/// \file
/// `agent-access health`: requests /readyz from the admin listener, for container and service health checks.
#pragma once

#include "app/config/config.hpp"

namespace agent_access::commands {

struct HealthOptions {
  app::ConfigSources sources;  ///< for listen.admin
  bool json = false;
};

/// 0 when the service is ready, 1 when not or without a response within three seconds.
[[nodiscard]] int run_health(const HealthOptions& options);

}  // namespace agent_access::commands
