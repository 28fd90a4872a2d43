/// \file
/// The options of `agent-access try`.
#pragma once

#include <chrono>
#include <string>

namespace agent_access::tools {

struct TryOptions {
  std::string url;      ///< base URL of the deployment; a path after the host is ignored
  std::string only;     ///< "access" or "discovery": this half only; empty: both
  bool json = false;    ///< one JSON object instead of the table
  std::string ca_file;  ///< PEM file of additional certificate authorities; empty: only those of the system
  std::chrono::milliseconds timeout{10'000};  ///< for each request
};

}  // namespace agent_access::tools
