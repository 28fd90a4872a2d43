#include "commands/try_command.hpp"

#include <iostream>

#include "app/text/value_text.hpp"
#include "client/url.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/test_run.hpp"
#include "tools/probe/steps.hpp"

namespace agent_access::commands {

int run_try(const tools::TryOptions& options) {
  const auto url = client::parse_url(options.url);
  if (!url) {
    std::cerr << "agent-access: " << client::describe(url.error())
              << "\nExample: agent-access try http://127.0.0.1:8080\n";
    return 2;
  }
  tools::TestRun run(options, *url);
  if (options.only != "discovery") {
    tools::test_discovery(run);
    tools::test_access(run);
    tools::test_refusals(run);
    tools::test_gated(run);
    tools::test_http_rules(run);
    tools::test_mcp(run);
  }
  if (options.only != "access") tools::test_documents(run);
  run.clear_status();

  const auto& report = run.report();
  std::cout << (options.json ? tools::render_json(report)
                             : tools::render_table(report, tools::colour_of_standard_output()))
            << std::flush;
  return report.count(tools::Mark::failed) == 0 ? 0 : 1;
}

}  // namespace agent_access::commands
