#include <exception>
#include <iostream>

#include "commands/commands.hpp"

int main(int argument_count, char** arguments) {
  try {
    return agent_access::commands::run_command_line(argument_count, arguments);
  } catch (const std::exception& error) {
    std::cerr << "agent-access: " << error.what() << '\n';
    return 1;
  }
}
