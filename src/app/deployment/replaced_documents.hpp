/// \file
/// Files of the owner that stand at the path of a generated document and take its place.
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

/// The paths that are replaced, sorted; or what is wrong with a file there: JSON must be one object (strict, as
/// profile.json), text must be UTF-8 and not empty. `root` is where the files are from, for the problems.
/// NOT checked: that a file says what agents look for.
[[nodiscard]] base::Result<std::vector<std::string>, Problems> replaced_documents(
    const std::filesystem::path& root, const content::Settings& settings, const content::Content& content,
    const oauth::KeySchedule& keys, std::span<const content::StaticFile> files);

}  // namespace agent_access::app
