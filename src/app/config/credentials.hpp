/// \file
/// Credentials, systemd.exec(5) LoadCredential: files in $CREDENTIALS_DIRECTORY. The setting table says which
/// credential is used for which setting. NOT done: reading them. systemd copies them when the service starts, so that a
/// reload finds the same bytes again.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

/// Sets each setting that has a credential and is not set otherwise. For a list: the credential of that name, then
/// those whose names continue it after a hyphen ("secret-previous", "secret-previous-2"), in the order of their names.
void take_credentials(Config& config, const Environment& environment);

/// The full names of the settings whose values are credentials.
[[nodiscard]] std::vector<std::string> settings_from_credentials(const Config& config);

}  // namespace agent_access::app
