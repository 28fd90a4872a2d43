/// \file
/// The systemd unit of the Debian package, as far as other commands must know it: the user that it runs as, and what it
/// hides from the program. deploy/agent-access.service is the unit; a test compares it with these constants.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

inline constexpr std::string_view kUnitUser = "agent-access";
inline constexpr std::string_view kUnitFolder = "/etc/agent-access";

/// Whether the unit file is in one of the folders of systemd.unit(5).
[[nodiscard]] bool is_unit_installed();

/// Whether the unit serves this configuration: it is installed, and the file is in its folder.
[[nodiscard]] bool is_served_by_unit(const std::filesystem::path& config_file);

/// The files of the configuration in folders that the unit hides (ProtectHome, PrivateTmp): to the service they do not
/// exist.
[[nodiscard]] std::vector<std::filesystem::path> files_hidden_by_unit(const Config& config);

}  // namespace agent_access::app
