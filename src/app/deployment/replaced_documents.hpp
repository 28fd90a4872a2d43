/// \file
/// Files of the owner that replace a generated document because they have its path.
/// Thread safe, no I/O.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "content/content.hpp"
#include "content/settings.hpp"
#include "content/static_file.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {

/// The replaced paths, sorted; or the problems of such files: JSON must be one object (strict, as profile.json), text
/// must be UTF-8 and not empty. `root` is the folder of the files, for messages.
/// NOT checked: that a file has the content that agents need.
[[nodiscard]] base::Result<std::vector<std::string>, Problems> replaced_documents(
    const std::filesystem::path& root, const content::Settings& settings, const content::Content& content,
    const oauth::KeySchedule& keys, std::span<const content::StaticFile> files);

}  // namespace agent_access::app
