/// \file
/// What `agent-access dev` prints at the start, on 80 columns and 23 lines: commands to paste, and last the address to
/// open. Thread safe.
#pragma once

#include <string>

#include "app/text/platform.hpp"
#include "oauth/client.hpp"
#include "service/snapshot.hpp"
#include "site/content/settings.hpp"

namespace agent_access::commands {

/// `watched`: the folder whose changes are served; empty: none. The commands are for the shell of the platform.
[[nodiscard]] std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                                             bool secret_is_temporary, const std::string& watched = {},
                                             app::Platform platform = app::platform());

/// The same on standard output, with a client that it registers.
void print_dev_welcome(const service::Snapshot& snapshot, bool secret_is_temporary, const std::string& watched);

}  // namespace agent_access::commands
