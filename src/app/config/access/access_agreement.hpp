/// \file
/// Checks that involve several values of declared rows: names and paths that are taken twice, scopes that are not
/// declared, values without effect. Thread safe, no I/O.
#pragma once

#include "app/config/access/access_rows.hpp"

namespace agent_access::app {

/// Problems with file and line. A value that is empty because it was refused causes no further problem.
[[nodiscard]] Problems disagreements(const AccessRows& rows);

}  // namespace agent_access::app
