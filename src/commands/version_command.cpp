#include "commands/version_command.hpp"

#include <iostream>

#include "app/text/value_text.hpp"

namespace agent_access::commands {

int run_version(bool json) {
  if (json) {
    std::cout << "{\"version\":" << app::in_quotes(app::program_version())
              << ",\"compiler\":" << app::in_quotes(__VERSION__) << "}\n";
    return 0;
  }
  std::cout << "agent-access " << app::program_version() << " (C++23, compiler " << __VERSION__ << ")\n";
  return 0;
}

}  // namespace agent_access::commands
