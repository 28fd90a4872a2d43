/// \file
/// `agent-access report`: who came, from the log.
#pragma once

#include <string>
#include <vector>

namespace agent_access::commands {

struct ReportOptions {
  std::vector<std::string> files;  ///< "-": standard input; none: the journal of `unit`
  std::string unit = "agent-access";
  std::string since;  ///< empty: of the journal seven days, of files all
  std::string until;  ///< empty: now
  std::string agents_file;
  bool with_try = false;  ///< counts requests of `agent-access try`, too
  bool json = false;
  bool print_agents = false;
};

/// Prints to standard output. 0, 1 when a source cannot be read, 2 for an option that is not valid.
[[nodiscard]] int run_report(const ReportOptions& options);

}  // namespace agent_access::commands
