/// \file
/// The declared rows of the configuration as the settings that documents and endpoints use. Pure; thread safe.
#pragma once

#include "app/config/access/access_rows.hpp"
#include "content/access.hpp"

namespace agent_access::app {

/// Empty if nothing is declared; otherwise the first scope is read:extended, with the meaning that every document
/// states. The rows must be those of a loaded configuration, whose scopes are all declared.
[[nodiscard]] content::Access make_access(const AccessRows& rows);

}  // namespace agent_access::app
