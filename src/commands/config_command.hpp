/// \file
/// `agent-access config`: every setting with its value and origin. Secrets are shown as fingerprints. Pure; thread
/// safe.
#pragma once

#include <cstddef>
#include <string>

#include "app/config/config.hpp"
#include "app/text/table.hpp"

namespace agent_access::commands {

/// The table; `fingerprint` is shown in the row of the master secret.
[[nodiscard]] std::string render_config(const app::Config& config, const std::string& fingerprint,
                                        std::size_t columns = app::kUnlimited);
/// {"settings":[{"name":"listen.address","value":"127.0.0.1:8080","from":"default"},…]}; lists as arrays, durations and
/// sizes as in the file.
[[nodiscard]] std::string render_config_json(const app::Config& config, const std::string& fingerprint);

}  // namespace agent_access::commands
