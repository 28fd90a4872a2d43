/// \file
/// The service for hosts that run JavaScript: web/worker/ joined, with the owner's values (worker_data.hpp). The values
/// never have the master secret: a host keeps it as its own. Pure functions, thread safe, no I/O.
///
/// NOT done: gates, and limits of wide networks, which only the service has.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "service/snapshot.hpp"
#include "tools/export/worker_data.hpp"

namespace agent_access::tools {

/// The folder that a host serves as files; the documents of a base URL are in it, below the name of that host.
inline constexpr std::string_view kWorkerDocuments = "public/_site";

/// A file of JavaScript.
struct WorkerModule {
  std::string name;
  std::string text;
};

/// For a host that serves the documents as files: worker.js, the modules of web/worker/ in the order in which they use
/// each other, joined without their imports and exports; worker-data.js; protocol.js; and with MCP also mcp.js, joined
/// likewise, and site-tools.js. `sites` are in the order of the base URLs.
[[nodiscard]] std::vector<WorkerModule> worker_modules(const app::Config& config, const service::Snapshot& snapshot,
                                                       std::span<const WorkerSite> sites);

/// agent-access.js, for the server of a site that exists: all in one module without imports, which takes the paths of
/// this service and no others. The values and documents in it are base64, because bundlers replace words in texts.
[[nodiscard]] std::string one_module(const app::Config& config, const service::Snapshot& snapshot,
                                     std::span<const WorkerSite> sites);

}  // namespace agent_access::tools
