/// \file
/// The command line of the program: parses it and runs the command that it names.
#pragma once

namespace agent_access::commands {

/// The exit code: that of the command; 0 for --help and --version; 2 if the command line has a mistake, which is
/// explained on standard error. The arguments are those of main.
[[nodiscard]] int run_command_line(int argument_count, char** arguments);

}  // namespace agent_access::commands
