/// \file
/// `dev` of the npm package, and the commands that it does not have: they take any arguments and say what to use
/// instead.
#pragma once

#include "commands/command_line.hpp"

namespace agent_access::commands {

extern const FurtherCommands kPackagedCommands;

}  // namespace agent_access::commands
