/// \file
/// The declared rows of the configuration as settings of documents and endpoints, and what they conflict with. Pure.
///
/// Reads the files of [[documents]] into memory: regular files of at most 16 MiB each and 64 MiB together, which are
/// not public anyway and not confidential (static_root.hpp). NOT done: following changes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/config/access_table.hpp"
#include "app/config/config.hpp"
#include "app/deployment/static_root.hpp"
#include "base/result.hpp"
#include "site/content/content.hpp"
#include "site/content/settings.hpp"
#include "site/content/static_file.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::app {

inline constexpr std::uintmax_t kMostGatedFile = std::uintmax_t{16} << 20U;
inline constexpr std::uintmax_t kMostGatedFiles = std::uintmax_t{64} << 20U;

/// In the order of the rows, of which `access` is made. Fails with all problems at once, with file and line. Warns of a
/// file behind two scopes.
[[nodiscard]] base::Result<std::shared_ptr<const publish::GatedFiles>, Problems> load_gated_files(
    const Config& config, const content::Access& access, const Confidential& confidential,
    std::vector<std::string>& warnings);

/// Empty if nothing is declared; otherwise the first scope is read:extended, with the meaning that every document
/// states. The rows must be those of a loaded configuration, whose scopes are all declared.
[[nodiscard]] content::Access make_access(const AccessRows& rows);

/// Problems with file and line: a gate that holds what this program publishes for everybody (a document, a page, a file
/// of content.root), and a document at whose path content.root has a file.
[[nodiscard]] Problems access_conflicts(const AccessRows& rows, const content::Settings& settings,
                                        const content::Content& content, std::span<const content::StaticFile> files);

/// Warnings: each scope that nothing needs.
[[nodiscard]] std::vector<std::string> access_warnings(const AccessRows& rows);

}  // namespace agent_access::app
