/// \file
/// `agent-access serve`: production. Everything comes from the configuration; fails without a secret.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::commands {

struct ServeOptions {
  app::ConfigSources sources;
};

/// 0 after a stop that drained, 1 when it could not start.
[[nodiscard]] int run_serve(const ServeOptions& options);

/// The names of settings that differ and that a reload does not change: those outside [secret], [keys], [content] and
/// base_urls.
[[nodiscard]] std::vector<std::string> settings_that_need_a_restart(const app::Config& running,
                                                                    const app::Config& reloaded);

}  // namespace agent_access::commands
