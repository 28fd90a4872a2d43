/// \file
/// `agent-access dev` of the npm package, as far as it is not packages/npm/dev.mjs: exports the worker of a playground,
/// which Node.js serves, and says what to watch. Exports again for each line of standard input.
#pragma once

#include "commands/command_line.hpp"

namespace agent_access::commands {

void add_packaged_dev(CommandLine& line);

}  // namespace agent_access::commands
