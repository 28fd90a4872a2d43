/// \file
/// `agent-access config`: every setting with its value and origin. Secrets are shown as fingerprints.
#pragma once

#include <string>

#include "app/config/config.hpp"

namespace agent_access::commands {

struct ConfigOptions {
  app::ConfigSources sources;
  bool json = false;
};

/// 0, or 1 when the configuration cannot be loaded. The row of a secret says if it cannot be read.
[[nodiscard]] int run_config(const ConfigOptions& options);

/// The table; `fingerprint` is shown in the row of the master secret.
[[nodiscard]] std::string render_config(const app::Config& config, const std::string& fingerprint);
/// {"settings":[{"name":"listen.address","value":"127.0.0.1:8080","from":"default"},…]}; lists as arrays, durations and
/// sizes as in the file.
[[nodiscard]] std::string render_config_json(const app::Config& config, const std::string& fingerprint);

}  // namespace agent_access::commands
