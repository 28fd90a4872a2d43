/// \file
/// The service for hosts that run JavaScript: one module, which is web/worker/ joined, the owner's values as another,
/// and the files that each kind of host needs. The values never have the master secret: a host keeps it as its own.
/// Pure functions, thread safe, no I/O.
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

/// A file that a host needs beside the module.
struct WorkerFile {
  std::string_view name;           ///< below the folder of the export
  std::string_view template_name;  ///< below templates/worker/
};

/// A kind of host.
struct WorkerHost {
  std::string_view name;   ///< as in the option: "cloudflare"
  std::string_view title;  ///< as in sentences: "Cloudflare Workers"
  std::span<const WorkerFile> files;
  std::string_view module_folder;  ///< of worker.js and worker-data.js
  std::string_view steps;          ///< what follows, with {{url}}; a line for each command
};

[[nodiscard]] std::span<const WorkerHost> worker_hosts() noexcept;

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
/// exports; worker-data.js; and with MCP also mcp.js, likewise, and browser-tools.js. `sites` are in the order of the
/// base URLs.
[[nodiscard]] std::vector<WorkerModule> worker_modules(const app::Config& config, const service::Snapshot& snapshot,
                                                       std::span<const WorkerSite> sites);

/// A file of a host, filled.
[[nodiscard]] std::string worker_file(const WorkerFile& file, const app::Config& config,
                                      const service::Snapshot& snapshot);

/// The steps of a host, a line each, with the address of the first base URL.
[[nodiscard]] std::string worker_steps(const WorkerHost& host, const app::Config& config,
                                       const service::Snapshot& snapshot);

/// What the settings ask for that a worker does not do, a sentence each.
[[nodiscard]] std::vector<std::string> worker_omissions(const service::Snapshot& snapshot);

}  // namespace agent_access::tools
