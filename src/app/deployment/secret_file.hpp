/// \file
/// Loading master secrets. The bytes of the file are the secret, without one final newline, if there is one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {

inline constexpr std::size_t kMaxSecretSize = 64UL * 1024;

struct LoadedSecret {
  oauth::MasterSecret master;
  std::vector<std::string> warnings;  ///< the file may be read by others
};

/// Refuses pipes, devices, folders, more than 64 KiB and fewer than 32 bytes. Fails without a secret: a missing file is
/// an error with a remedy, and no secret is generated.
[[nodiscard]] base::Result<LoadedSecret, std::string> load_secret_file(const std::filesystem::path& path);

struct LoadedSecrets {
  std::vector<oauth::MasterSecret> masters;  ///< current first, then the previous ones
  std::vector<std::string> warnings;
};

/// All master secrets of the configuration.
[[nodiscard]] base::Result<LoadedSecrets, Problems> load_secrets(const Config& config);

}  // namespace agent_access::app
