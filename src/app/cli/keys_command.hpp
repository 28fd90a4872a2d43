/// \file
/// `agent-access keys`: the previous, the current and the next signing key, with the times at which each signs and is
/// published. Prints no private data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/material.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"

namespace agent_access::app {

struct KeysOptions {
  ConfigSources sources;
  std::string at;  ///< RFC 3339 or Unix time; empty: now
  bool json = false;
};

/// 0, 1 when the configuration or the keys cannot be loaded, 2 when `at` is not a time.
[[nodiscard]] int run_keys(const KeysOptions& options);

struct KeyRow {
  std::string key_id;
  std::string state;  ///< "signs", "next", "published" (accepted, no longer signs) or "retired"
  base::Seconds signs_from;
  base::Seconds signs_until;
  base::Seconds published_from;
  base::Seconds published_until;
};

/// In order of time. The key of the epoch before `at` is listed even when it is no longer published.
[[nodiscard]] base::Result<std::vector<KeyRow>, oauth::KeyFault> list_keys(const KeyPlan& plan, base::Seconds at);

[[nodiscard]] std::string render_keys(const std::vector<KeyRow>& rows);
[[nodiscard]] std::string render_keys_json(const std::vector<KeyRow>& rows);

}  // namespace agent_access::app
