/// \file
/// What `agent-access try` is asked for.
#pragma once

#include <chrono>
#include <string>

namespace agent_access::app {

struct TryOptions {
  std::string url;                            ///< base URL of the deployment; a path after the host is ignored
  std::string only;                           ///< "access" or "discovery": that half; empty: both
  bool json = false;                          ///< one JSON object instead of the table
  std::string ca_file;                        ///< PEM of extra certificate authorities; empty: the system's only
  std::chrono::milliseconds timeout{10'000};  ///< for each request
};

}  // namespace agent_access::app
