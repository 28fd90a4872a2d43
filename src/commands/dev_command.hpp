/// \file
/// `agent-access dev`: a playground without configuration files. The secret is generated at start, so that all
/// credentials become invalid when the process ends, unless the environment sets one.
#pragma once

#include <string>

#include "oauth/client.hpp"
#include "site/content/settings.hpp"

namespace agent_access::commands {

/// What `dev` prints at the start, on 80 columns and 23 lines: commands to paste, and last the address to open.
/// `watched`: the folder whose changes are served; empty: none.
[[nodiscard]] std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                                             bool secret_is_temporary, const std::string& watched = {});

}  // namespace agent_access::commands
