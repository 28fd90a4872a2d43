/// \file
/// `agent-access keys`: the previous, the current and the next signing key, with the times at which each signs and is
/// published; or, as PEM, those that are published, which a verifier must accept. Prints no private data.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/status/key_rows.hpp"

namespace agent_access::commands {

struct KeysOptions {
  app::ConfigSources sources;
  std::string at;  ///< RFC 3339 or Unix time; empty: now
  bool json = false;
  bool pem = false;
  std::string out;       ///< with `pem`: the folder for one file a key; empty: standard output
  std::string jwks_url;  ///< with `pem`: where the keys are published; empty: keys of the configuration
  std::string ca_file;   ///< PEM of additional certificate authorities for jwks_url
};

/// 0, 1 when the configuration or the keys cannot be loaded or written, 2 when `at` is not a time.
[[nodiscard]] int run_keys(const KeysOptions& options);

[[nodiscard]] std::string render_keys(const std::vector<app::KeyRow>& rows);
[[nodiscard]] std::string render_keys_json(const std::vector<app::KeyRow>& rows);

}  // namespace agent_access::commands
