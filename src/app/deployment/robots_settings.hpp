/// \file
/// Whether the settings of [robots] affect the /robots.txt that is served. Pure; thread safe.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/config/config.hpp"
#include "content/static_file.hpp"

namespace agent_access::app {

/// A warning when one of them is set but the generated /robots.txt is not served; else nothing.
[[nodiscard]] std::optional<std::string> ineffective_robots_settings(const Config& config,
                                                                     std::span<const content::StaticFile> files);

}  // namespace agent_access::app
