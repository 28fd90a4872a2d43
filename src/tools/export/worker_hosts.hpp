/// \file
/// The kinds of host that run an exported worker, and the files that each needs beside it. Pure functions, thread safe,
/// no I/O.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "service/snapshot.hpp"

namespace agent_access::tools {

/// A file that a host needs beside the module.
struct WorkerFile {
  std::string_view name;           ///< below the folder of the export
  std::string_view template_name;  ///< below templates/
};

/// How many exact paths a host reads in its configuration, and how long one may be.
struct PathRules {
  std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t longest = std::numeric_limits<std::size_t>::max();
};

/// What an export for a host has.
struct WorkerForm {
  std::span<const WorkerFile> files;
  std::string_view module_folder;  ///< of worker.js and worker-data.js; empty: agent-access.js is all of them
  PathRules rules = {};
};

/// A kind of host.
struct WorkerHost {
  std::string_view name;   ///< as in the option: "cloudflare"
  std::string_view title;  ///< as in sentences: "Cloudflare Workers"
  WorkerForm alone;        ///< the service has the whole name
  WorkerForm beside;       ///< of a site that is there already, in a folder of its project (content.beside)

  [[nodiscard]] const WorkerForm& form(const content::Settings& settings) const noexcept;
};

[[nodiscard]] std::span<const WorkerHost> worker_hosts() noexcept;

/// Paths that the host would not pass to a worker beside a site, a sentence each.
[[nodiscard]] app::Problems problems_of_rules(const WorkerHost& host, const service::Snapshot& snapshot);

/// What the settings ask for that a worker there does not do, or does to a site that is there already, a sentence each.
[[nodiscard]] std::vector<std::string> worker_omissions(const WorkerHost& host, const service::Snapshot& snapshot);

/// A file of a host, filled.
[[nodiscard]] std::string worker_file(const WorkerFile& file, const app::Config& config,
                                      const service::Snapshot& snapshot);

/// What follows, a line for each command, with the address of the first base URL. `folder`: of the export, absolute;
/// beside a site it is one of the folder of that site's project.
[[nodiscard]] std::string worker_steps(const WorkerHost& host, const std::filesystem::path& folder,
                                       const app::Config& config, const service::Snapshot& snapshot);

}  // namespace agent_access::tools
