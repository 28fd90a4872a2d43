/// \file
/// Whether the owner's files, site.json and the settings agree about what is published. Thread safe.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "site/content/content.hpp"
#include "site/content/settings.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::app {

/// Files of the owner that replace a generated document because they have its path: the paths, sorted; or the problems
/// of such files: JSON must be one object (strict, as profile.json), text must be UTF-8 and not empty. `root` is the
/// folder of the files, for messages. NOT checked: that a file has the content that agents need.
[[nodiscard]] base::Result<std::vector<std::string>, Problems> replaced_documents(
    const std::filesystem::path& root, const content::Settings& settings, const content::Content& content,
    std::span<const content::StaticFile> files);

/// Warnings: an image that is not below content.root, or larger than visitors should have to load (portrait 1 MiB, logo
/// and icon 256 KiB); a site.json without a language that seems not to be English; a setting for unknown paths or of
/// [discovery] without its effect. Nothing about images without pages.
[[nodiscard]] std::vector<std::string> page_warnings(const Config& config, const content::Site& site,
                                                     std::span<const content::StaticFile> files);

/// A warning when a setting of [robots] is set but the generated /robots.txt is not served; else nothing.
[[nodiscard]] std::optional<std::string> ineffective_robots_settings(const Config& config,
                                                                     std::span<const content::StaticFile> files);

}  // namespace agent_access::app
