/// \file
/// Loads the master secrets. The bytes of a file are the secret, without one final newline, if there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {

/// The largest file of a master secret or of a PEM key.
inline constexpr std::size_t kMaxKeyFile = 64UL * 1024;

/// Only old clients depend on a previous secret, so that a weak one is a warning.
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

/// Whether there is a master secret, good or not.
[[nodiscard]] bool has_secret(const Config& config);

/// All master secrets of the configuration.
[[nodiscard]] base::Result<LoadedSecrets, Problems> load_secrets(const Config& config);

}  // namespace agent_access::app
