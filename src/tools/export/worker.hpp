/// \file
/// The service for hosts that run JavaScript: one module, which is web/worker/ joined, and the owner's values as
/// another. The values never have the master secret: a host keeps it as its own. Pure functions, thread safe, no I/O.
///
/// NOT done: gates, and limits of wide networks, which only the service has; worker_omissions() names them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "service/snapshot.hpp"
#include "tools/export/static_host.hpp"

namespace agent_access::tools {

/// The folder that a host serves as files; the documents of a base URL are in it, below the name of that host.
inline constexpr std::string_view kWorkerDocuments = "public/_site";

/// One base URL: its folder and its documents.
struct WorkerSite {
  std::string_view folder;
  const HostedFiles* hosted;
};

/// A file of JavaScript.
struct WorkerModule {
  std::string name;
  std::string text;
};

/// worker.js: the modules of web/worker/ in the order in which they use each other, joined without their imports and
/// exports; worker-data.js; protocol.js; and with MCP also mcp.js, joined likewise, and browser-tools.js. `sites` are
/// in the order of the base URLs.
[[nodiscard]] std::vector<WorkerModule> worker_modules(const app::Config& config, const service::Snapshot& snapshot,
                                                       std::span<const WorkerSite> sites);

/// What the settings ask for that a worker does not do, a sentence each.
[[nodiscard]] std::vector<std::string> worker_omissions(const service::Snapshot& snapshot);

}  // namespace agent_access::tools
