/// \file
/// What the signing keys are made from, and the schedule that is made of it. Loading reads files; the rest is pure and
/// thread safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {

/// What is made with the keys: tokens, or nothing, because an export is for a host that has the secret.
enum class Keys : std::uint8_t { required, optional };

/// Where no tokens are issued, the master secret is a random one that nothing uses but TLS sessions.
struct KeyPlan {
  std::vector<oauth::MasterSecret> masters;  ///< current first
  std::uint64_t generation = 1;
  std::chrono::seconds rotation{};
  std::vector<base::SecretBytes> pems;  ///< if not empty, used instead of derived keys
};

/// Fails with all problems at once. Adds a warning for each file with a secret that others may read. Without a secret,
/// optional keys are those of a random one.
[[nodiscard]] base::Result<KeyPlan, Problems> load_key_plan(const Config& config, std::vector<std::string>& warnings,
                                                            Keys keys = Keys::required);

[[nodiscard]] base::Result<oauth::KeySchedule, oauth::KeyFault> make_schedule(const KeyPlan& plan, base::Seconds now);

/// One sentence for the operator.
[[nodiscard]] std::string_view sentence_of(oauth::KeyFault fault) noexcept;

/// A signing key with the times at which it signs and is published, without private data.
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

}  // namespace agent_access::app
