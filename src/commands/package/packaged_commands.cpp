#include "commands/package/packaged_commands.hpp"

#include <iostream>
#include <string_view>

#include "commands/package/dev_command.hpp"

namespace agent_access::commands {
namespace {

/// Takes any arguments and says what to use instead; not in the help.
void add_absent(CommandLine& line, const char* name, std::string_view instead) {
  auto& command = add_command(line, name, "Not in the npm package", name);
  command.group("");
  command.set_help_flag();
  command.prefix_command();
  command.callback([&line, name, instead] {
    std::cerr << "agent-access: the npm package has no `" << name << "`; " << instead << '\n';
    line.exit_code = 2;
  });
}

}  // namespace

const FurtherCommands kPackagedCommands{
    .add_dev = add_packaged_dev,
    .add_serve =
        [](CommandLine& line) {
          add_absent(line, "serve",
                     "`export --worker` makes a service for Node.js and for hosts, and the Debian package serves");
        },
    .add_health =
        [](CommandLine& line) {
          add_absent(line, "health", "request /readyz of the service, or use the program that serves");
        },
    .add_reload =
        [](CommandLine& line) {
          add_absent(line, "reload", "deploy the export again, or use the program that serves");
        },
    .add_reference =
        [](CommandLine& line) {
          add_absent(line, "completion", "the Debian package has completions and manual pages");
        },
};

}  // namespace agent_access::commands
