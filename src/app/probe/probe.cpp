#include "app/probe/probe.hpp"

#include <iostream>

#include "app/probe/published/scanners.hpp"
#include "app/probe/steps.hpp"
#include "app/probe/walk/walk.hpp"
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
  Walk walk(options, *url);
  if (options.only != "discovery") {
    test_discovery(walk);
    test_access(walk);
    test_refusals(walk);
    test_manners(walk);
  }
  if (options.only != "access") test_documents(walk);
  walk.end();

  const auto& report = walk.report();
  std::cout << (options.json ? render_json(report) : render_table(report, colour_of_standard_output())) << std::flush;
  return report.failed() == 0 ? 0 : 1;
}

}  // namespace agent_access::app
