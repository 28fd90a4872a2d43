/// \file
/// Which paths the owner of the site beside may keep (content.keep_paths). Pure functions; thread safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/config/config.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::app {

/// A problem for each path that is no document of this service; that is one which clients or tools rely on, or an
/// endpoint, both with all paths that can be kept; or at which content.root has one of `files`.
[[nodiscard]] Problems problems_of_kept_paths(const Config& config, std::span<const content::StaticFile> files);

/// Whether the owner may keep the path for a document of her own.
[[nodiscard]] bool is_path_that_can_be_kept(std::string_view path);

/// "keep_paths = [\"/llms.txt\", \"/openapi.json\"] in [content]": the setting with these paths besides those that it
/// has.
[[nodiscard]] std::string keep_paths_with(const content::Settings& settings, std::span<const std::string> more);

}  // namespace agent_access::app
