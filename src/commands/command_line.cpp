#include "commands/command_line.hpp"

#include <iostream>
#include <string_view>
#include <vector>

#include "app/text/value_text.hpp"
#include "commands/commands.hpp"
#include "commands/parsed_tree.hpp"
#include "tools/usage/usage_error.hpp"

namespace agent_access::commands {
namespace {

/// 0 for --help and --version; else 2, with the nearest name if a command or an option is mistyped, and with the list
/// of commands if there is none.
int exit_of(const CommandLine& line, const CLI::ParseError& error, const std::vector<std::string_view>& arguments) {
  if (arguments.empty()) {
    std::cerr << line.root.help();
    return 2;
  }
  if (error.get_exit_code() != 0) {
    if (const auto explanation = tools::explain_usage(parsed_tree(line.root), arguments)) {
      std::cerr << "agent-access: " << *explanation << '\n';
      return 2;
    }
  }
  return line.root.exit(error) == 0 ? 0 : 2;
}

}  // namespace

int run_command_line(int argument_count, char** arguments) {
  CommandLine line;
  line.root.require_subcommand(1);
  line.root.set_version_flag("--version", app::program_version());
  line.root.footer("Example:\n  agent-access dev\n\nEach command explains itself with --help.");
  add_commands(line);
  try {
    line.root.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    return exit_of(line, error, {arguments + 1, arguments + argument_count});
  }
  return line.exit_code;
}

}  // namespace agent_access::commands
