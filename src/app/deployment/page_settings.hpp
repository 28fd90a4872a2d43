/// \file
/// Whether the pages find what `design` in site.json and content.not_found_page name, and whether the settings of
/// [discovery] have their effect beside the owner's files. Pure; thread safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "content/content.hpp"
#include "content/static_file.hpp"

namespace agent_access::app {

/// Warnings: an image that is not below content.root, or larger than visitors should have to load (portrait 1 MiB, logo
/// and icon 256 KiB); a setting for unknown paths or of [discovery] without its effect. Nothing about images without
/// pages.
[[nodiscard]] std::vector<std::string> page_warnings(const Config& config, const content::Site& site,
                                                     std::span<const content::StaticFile> files);

}  // namespace agent_access::app
