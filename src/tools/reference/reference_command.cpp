#include "tools/reference/reference_command.hpp"

#include <iostream>

#include "tools/reference/sections.hpp"

namespace agent_access::tools {

std::string render_reference(const CommandTree& root) {
  return "# Reference\n\n"
         "Made from the program's own tables by `scripts/reference`: do not edit. A test compares this page with the "
         "program.\n\n" +
         render_settings_section() + '\n' + render_metrics_section() + '\n' + render_log_section() + '\n' +
         render_errors_section() + '\n' + render_program_section(root);
}

int run_reference(const CommandTree& root) {
  std::cout << render_reference(root);
  return 0;
}

}  // namespace agent_access::tools
