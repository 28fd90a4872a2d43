/// \file
/// Whether the owner's files, site.json, the settings and the declared rows agree about what is published. Thread safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

// --- access_settings.cpp: the declared rows of the configuration as settings of documents and endpoints, and what they
// conflict with. Reads the files of [[documents]] into memory: regular files of at most 16 MiB each and 64 MiB
// together, which are not public anyway and not confidential (static_root.hpp). NOT done: following changes. ---

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
