#include "app/probe/probe.hpp"

#include <iostream>

#include "app/probe/published/scanners.hpp"
#include "app/probe/run/test_run.hpp"
#include "app/probe/steps.hpp"
#include "app/report/step_report.hpp"
#include "client/url.hpp"

namespace agent_access::app {

int run_try(const TryOptions& options) {
  const auto url = client::parse_url(options.url);
  if (!url) {
    std::cerr << "agent-access: " << client::describe(url.error())
              << "\nExample: agent-access try http://127.0.0.1:8080\n";
    return 2;
  }
  TestRun run(options, *url);
  if (options.only != "discovery") {
    test_discovery(run);
    test_access(run);
    test_refusals(run);
    test_gated(run);
    test_http_rules(run);
    test_mcp(run);
  }
  if (options.only != "access") test_documents(run);
  run.clear_status();

  const auto& report = run.report();
  std::cout << (options.json ? render_json(report) : render_table(report, colour_of_standard_output())) << std::flush;
  return report.failed() == 0 ? 0 : 1;
}

}  // namespace agent_access::app
