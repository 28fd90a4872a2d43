/// \file
/// The commands that serve, ask a running service, or print texts for a package of the system.
#pragma once

#include "commands/command_line.hpp"

namespace agent_access::commands {

void add_dev(CommandLine& line);
void add_health(CommandLine& line);
void add_reference(CommandLine& line);
void add_reload(CommandLine& line);
void add_serve(CommandLine& line);

}  // namespace agent_access::commands
