// `agent-access completion`, `man` and `reference`: texts about the program itself.
#include <iostream>
#include <memory>
#include <string>

#include "commands/server/server_commands.hpp"
#include "tools/reference/reference.hpp"

namespace agent_access::commands {
namespace {

int print(const CommandLine& line, const std::string& file) {
  std::cout << tools::render_reference(file, parsed_tree(line.root));
  return 0;
}

}  // namespace

void add_reference(CommandLine& line) {
  auto& completion = add_command(line, "completion", "Print a completion script for bash, zsh or fish",
                                 "completion bash > /etc/bash_completion.d/agent-access");
  const auto shell = std::make_shared<std::string>();
  completion.add_option("shell", *shell, "The shell")
      ->required()
      ->type_name("SHELL")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  set_run(line, completion, shell, [&line](const std::string& name) { return print(line, "agent-access." + name); });

  // For the build of a package; not in the help.
  auto& man = add_command(line, "man", "Print a manual page", "man 1 | man -l -");
  man.group("");
  const auto section = std::make_shared<std::string>();
  man.add_option("section", *section, "1: the commands; 5: the configuration file")->required()->type_name("SECTION");
  set_run(line, man, section, [&line](const std::string& number) {
    if (number == "1") return print(line, "agent-access.1");
    if (number == "5") return print(line, "agent-access.toml.5");
    std::cerr << "agent-access: there are the sections 1 and 5\n";
    return 2;
  });

  // For `scripts/generate reference`; not in the help.
  auto& reference = add_command(line, "reference", "Print the reference of settings, metrics, log and errors",
                                "reference > docs/reference.md");
  reference.group("");
  reference.callback([&line] { print(line, "reference.md"); });
}

}  // namespace agent_access::commands
