/// \file
/// `agent-access keys`: the previous, the current and the next signing key, with the times at which each signs and is
/// published. Prints no private data.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/status/key_rows.hpp"

namespace agent_access::app {

struct KeysOptions {
  ConfigSources sources;
  std::string at;  ///< RFC 3339 or Unix time; empty: now
  bool json = false;
};

/// 0, 1 when the configuration or the keys cannot be loaded, 2 when `at` is not a time.
[[nodiscard]] int run_keys(const KeysOptions& options);

[[nodiscard]] std::string render_keys(const std::vector<KeyRow>& rows);
[[nodiscard]] std::string render_keys_json(const std::vector<KeyRow>& rows);

}  // namespace agent_access::app
