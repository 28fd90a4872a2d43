#include "tools/proxies/check_gates.hpp"

#include <algorithm>
#include <string>

#include "tools/proxies/site_gates.hpp"

namespace agent_access::tools {

void check_gates(app::CheckReport& report, const app::Config& config, const content::Settings& settings) {
  if (settings.access.gates.empty()) return;
  const auto problems = problems_of_asking(config);
  for (const auto& problem : problems) report.fail("gates", problem);
  std::string text;
  for (const auto& gate : settings.access.gates) text.append(text.empty() ? "" : ", ").append(gate.prefix);
  const bool is_limited =
      std::ranges::any_of(settings.access.gates, [](const auto& gate) { return gate.limit.has_value(); });
  if (is_limited) text += "; behind HAProxy, which verifies tokens itself, their requests and window do not count";
  if (problems.empty()) report.ok("gates", text);
}

}  // namespace agent_access::tools
