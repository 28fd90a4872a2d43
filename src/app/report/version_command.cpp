#include "app/report/version_command.hpp"

#include <iostream>

#include "app/report/value_text.hpp"

namespace agent_access::app {

std::string program_version() { return AGENT_ACCESS_VERSION; }

int run_version(Form form) {
  if (form == Form::json) {
    std::cout << "{\"version\":" << in_quotes(program_version()) << ",\"compiler\":" << in_quotes(__VERSION__) << "}\n";
    return 0;
  }
  std::cout << "agent-access " << program_version() << " (C++23, compiler " << __VERSION__ << ")\n";
  return 0;
}

}  // namespace agent_access::app
