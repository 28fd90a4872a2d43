/// \file
/// Whether the settings of [robots] reach the /robots.txt that is served. Pure; thread safe.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/config/config.hpp"
#include "content/static_file.hpp"

namespace agent_access::app {

/// A sentence when one of them is set and another /robots.txt than the generated one is served, or none; else nothing.
[[nodiscard]] std::optional<std::string> ineffective_robots_settings(const Config& config,
                                                                     std::span<const content::StaticFile> files);

}  // namespace agent_access::app
