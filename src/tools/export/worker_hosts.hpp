/// \file
/// The kinds of host that run an exported worker, and the files that each needs beside it. Pure functions, thread safe,
/// no I/O.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/config/config.hpp"
#include "service/snapshot.hpp"

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

/// A file of a host, filled.
[[nodiscard]] std::string worker_file(const WorkerFile& file, const app::Config& config,
                                      const service::Snapshot& snapshot);

/// The steps of a host, a line each, with the address of the first base URL.
[[nodiscard]] std::string worker_steps(const WorkerHost& host, const app::Config& config,
                                       const service::Snapshot& snapshot);

}  // namespace agent_access::tools
