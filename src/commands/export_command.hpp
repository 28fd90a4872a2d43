/// \file
/// `agent-access export`: every document, page and asset as files for a static host, one folder for each base URL, with
/// the fields and the nginx configuration to serve them. The service is then needed for its endpoints and keys only.
#pragma once

#include <filesystem>

#include "app/config/config.hpp"

namespace agent_access::commands {

struct ExportOptions {
  app::ConfigSources sources;
  std::filesystem::path out;
  bool overwrite = false;
  bool json = false;
};

/// Writes to `out`, and prints what was written and how to serve it. 1 when a document cannot be a file, or a file
/// cannot be written; nothing is written before every document has a valid name.
[[nodiscard]] int run_export(const ExportOptions& options);

}  // namespace agent_access::commands
