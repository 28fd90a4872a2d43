/// \file
/// The systemd units of the Debian package, as far as other commands must know them: the user that they run as, and
/// what they hide from the program. deploy/agent-access.service and agent-access@.service, of further sites, are the
/// units; a test compares them with these constants.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

inline constexpr std::string_view kUnitUser = "agent-access";
inline constexpr std::string_view kUnitFolder = "/etc/agent-access";

/// The unit that serves this configuration: "agent-access", or "agent-access@two" for a file in
/// /etc/agent-access/two. Nothing if the file is elsewhere, or the unit is not installed.
[[nodiscard]] std::optional<std::string> unit_of(const std::filesystem::path& config_file);
/// The same for the units of the folder `etc`, without looking whether they are installed.
[[nodiscard]] std::optional<std::string> unit_in(const std::filesystem::path& etc,
                                                 const std::filesystem::path& config_file);

/// The files of the configuration in folders that the unit hides (ProtectHome, PrivateTmp) from the service.
[[nodiscard]] std::vector<std::filesystem::path> files_hidden_by_unit(const Config& config);

}  // namespace agent_access::app
