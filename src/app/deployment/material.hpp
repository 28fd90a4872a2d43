/// \file
/// Everything that a configuration refers to, read and validated: the input of snapshots. It is kept while the program
/// serves, so that a key rotation reads no file.
///
/// The system's wall clock, for tokens and keys, and its monotonic clock, for limits. Thread safe. NOT here: timeouts
/// of sockets, for which net uses std::chrono::steady_clock.
#pragma once

#include <time.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/content_files.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/key_schedule.hpp"
#include "service/snapshot.hpp"
#include "site/content/load.hpp"
#include "site/content/settings.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::app {

class SystemClock final : public base::Clock {
 public:
  [[nodiscard]] base::Seconds now() const noexcept override {
    // Not time(), which may be some milliseconds late: a token would be accepted after its expiry.
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  }
};

/// The coarse clock: up to some milliseconds late, exact enough for rate limits, and much cheaper.
class MonotonicClock final : public base::MonotonicClock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
};

/// How the signing keys are made. Where no tokens are issued, from a random secret that nothing uses but TLS sessions.
struct KeyPlan {
  std::vector<oauth::MasterSecret> masters;  ///< current first
  std::uint64_t generation = 1;
  std::chrono::seconds rotation{};
  std::vector<base::SecretBytes> pems;  ///< if not empty, used instead of derived keys
};

struct Material {
  content::Settings settings;
  KeyPlan key_plan;
  content::Profile profile;
  std::shared_ptr<const content::Content> content;  ///< shared with the snapshots, like the files
  std::shared_ptr<const std::vector<content::StaticFile>> files;
  std::vector<std::string> warnings;
  limit::Policy limits = {};
  std::shared_ptr<const publish::GatedFiles> gated_files = {};
  publish::Compression compression = publish::Compression::prepared;
};

/// One sentence for the operator.
[[nodiscard]] std::string_view describe(oauth::KeyFault fault) noexcept;

/// Those of the configuration, with `access`; a problem when there is no base URL.
[[nodiscard]] base::Result<content::Settings, Problems> load_settings(const Config& config);
[[nodiscard]] base::Result<KeyPlan, Problems> load_key_plan(const Config& config, std::vector<std::string>& warnings);

/// Loads everything; fails with all problems at once. Warns about content that is still the example.
[[nodiscard]] base::Result<Material, Problems> load_material(const Config& config);
/// The same with keys that are loaded already, and their warnings.
[[nodiscard]] base::Result<Material, Problems> load_material(const Config& config, base::Result<KeyPlan, Problems> plan,
                                                             Fallback fallback, std::vector<std::string> warnings);

[[nodiscard]] base::Result<oauth::KeySchedule, oauth::KeyFault> make_schedule(const KeyPlan& plan, base::Seconds now);
[[nodiscard]] base::Result<std::shared_ptr<const service::Snapshot>, oauth::KeyFault> make_snapshot(
    const Material& material, std::uint64_t number, base::Seconds now, const service::Snapshot* previous = nullptr);

// The signing keys with the times at which each signs and is published, without private data. Pure; thread safe.

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

// Loading master secrets. The bytes of the file are the secret, without one final newline, if there is one.

/// Of a previous secret only old clients depend, so that a weak one is a warning.
enum class SecretUse : std::uint8_t { current, previous };

/// Refuses pipes, devices, folders, more than 64 KiB, fewer than 32 bytes and, of a current one, fewer than 10
/// different ones. Fails without a secret: a missing file is an error with a remedy, and no secret is generated. Adds a
/// warning when others may read the file.
[[nodiscard]] base::Result<oauth::MasterSecret, std::string> load_secret_file(const std::filesystem::path& path,
                                                                              std::vector<std::string>& warnings,
                                                                              SecretUse use = SecretUse::current);

struct LoadedSecrets {
  std::vector<oauth::MasterSecret> masters;  ///< current first, then the previous ones
  std::vector<std::string> warnings;
};

/// All master secrets of the configuration.
[[nodiscard]] base::Result<LoadedSecrets, Problems> load_secrets(const Config& config);

}  // namespace agent_access::app
