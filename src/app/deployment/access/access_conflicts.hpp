/// \file
/// What the declared rows conflict with, and which of them have no effect. Pure; thread safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "content/content.hpp"
#include "content/settings.hpp"
#include "content/static_file.hpp"

namespace agent_access::app {

/// Problems with file and line: a gate that holds what this program publishes for everybody (a document, a page, a file
/// of content.root), and a document at whose path content.root has a file.
[[nodiscard]] Problems access_conflicts(const AccessRows& rows, const content::Settings& settings,
                                        const content::Content& content, std::span<const content::StaticFile> files);

/// Warnings: each scope that nothing needs.
[[nodiscard]] std::vector<std::string> access_warnings(const AccessRows& rows);

}  // namespace agent_access::app
