/// \file
/// Whether the owner's files, site.json and the settings agree about what is published. Pure; thread safe.
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
/// and icon 256 KiB); a setting for unknown paths or of [discovery] without its effect. Nothing about images without
/// pages.
[[nodiscard]] std::vector<std::string> page_warnings(const Config& config, const content::Site& site,
                                                     std::span<const content::StaticFile> files);

/// "9 members are published in /api/site.json and shown nowhere else: owner.phone, publications[].abstract (4), …"; at
/// most twelve names. Empty if the schema for editors knows all.
[[nodiscard]] std::string unshown_members(const content::Site& site);

/// A warning for each text of site.json or faq.json that looks like markup, at most three, then how many more there
/// are. `file` is the name, for messages, of the content `json`, which has been loaded.
[[nodiscard]] std::vector<std::string> markup_warnings(const std::string& file, std::string_view json);

/// A warning when a setting of [robots] is set but the generated /robots.txt is not served; else nothing.
[[nodiscard]] std::optional<std::string> ineffective_robots_settings(const Config& config,
                                                                     std::span<const content::StaticFile> files);

}  // namespace agent_access::app
