#include <exception>
#include <iostream>
#include <new>

#include "commands/package/packaged_commands.hpp"

int main(int argument_count, char** arguments) {
  try {
    return agent_access::commands::run_command_line(argument_count, arguments,
                                                    agent_access::commands::kPackagedCommands);
  } catch (const std::bad_alloc&) {
    std::cerr << "agent-access: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "agent-access: " << error.what() << '\n';
  }
  return 1;
}
