/// \file
/// The owner's values for a worker, as web/worker/ reads them: settings, texts of faults, fields of documents, profile,
/// gated documents. The master secret is not among them. Pure functions, thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <span>
#include <string_view>

#include "app/config/config.hpp"
#include "service/snapshot.hpp"
#include "tools/export/static_host.hpp"

namespace agent_access::tools {

/// One base URL: its folder and its documents.
struct WorkerSite {
  std::string_view folder;
  const HostedFiles* hosted;
};

/// Where the bodies of documents are: in the files of a host, or among the values, for a worker beside a site, which
/// takes the paths of the documents and no others.
enum class Bodies : std::uint8_t { files, inside };

/// `sites`: in the order of the base URLs. `mcp` is null if the endpoint is disabled.
[[nodiscard]] boost::json::object worker_data(const app::Config& config, const service::Snapshot& snapshot,
                                              std::span<const WorkerSite> sites, Bodies bodies);

}  // namespace agent_access::tools
