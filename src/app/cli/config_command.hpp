/// \file
/// `agent-access config`: every setting with its value and where it came from. Secrets appear as fingerprints.
#pragma once

#include <string>

#include "app/config/config.hpp"

namespace agent_access::app {

struct ConfigOptions {
  ConfigSources sources;
};

/// 0, or 1 when the configuration cannot be loaded. A secret that cannot be read is said in its row.
[[nodiscard]] int run_config(const ConfigOptions& options);

/// The table; `fingerprint` stands in the row of the master secret.
[[nodiscard]] std::string render_config(const Config& config, const std::string& fingerprint);

}  // namespace agent_access::app
