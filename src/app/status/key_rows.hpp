/// \file
/// The signing keys with the times at which each signs and is published, without private data. Pure; thread safe.
#pragma once

#include <string>
#include <vector>

#include "app/deployment/material.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {

struct KeyRow {
  std::string key_id;
  std::string state;  ///< "signs", "next", "published" (accepted, no longer signs) or "retired"
  base::Seconds signs_from;
  base::Seconds signs_until;
  base::Seconds published_from;
  base::Seconds published_until;
};

[[nodiscard]] KeyRow key_row(const oauth::ScheduledKey& key, base::Seconds at);

/// In order of time. The key of the epoch before `at` is listed even when it is no longer published.
[[nodiscard]] base::Result<std::vector<KeyRow>, oauth::KeyFault> list_keys(const KeyPlan& plan, base::Seconds at);

}  // namespace agent_access::app
