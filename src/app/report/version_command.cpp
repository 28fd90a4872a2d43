#include "app/report/version_command.hpp"

#include <iostream>

namespace agent_access::app {

std::string program_version() { return AGENT_ACCESS_VERSION; }

int run_version() {
  std::cout << "agent-access " << program_version() << " (C++23, compiler " << __VERSION__ << ")\n";
  return 0;
}

}  // namespace agent_access::app
