/// \file
/// `agent-access export --worker`, as far as `dev` of the npm package needs it: it serves what is exported. Writes
/// files.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "service/snapshot.hpp"
#include "tools/export/export_folder.hpp"

namespace agent_access::commands {

/// Writes the worker for `host`, "node", and replaces what an export wrote there.
[[nodiscard]] base::Result<tools::Exported, app::Problems> write_worker(const std::filesystem::path& out,
                                                                        std::string_view host,
                                                                        const app::Config& config,
                                                                        const service::Snapshot& snapshot);

}  // namespace agent_access::commands
