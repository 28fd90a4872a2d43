/// \file
/// The declared rows of the configuration as settings of documents and endpoints, and what they conflict with. Pure;
/// thread safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "site/content/content.hpp"
#include "site/content/settings.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::app {

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
