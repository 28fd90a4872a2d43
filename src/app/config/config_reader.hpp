/// \file
/// Reads the TOML file into a Config. Every name and every type is checked; all problems are reported at once with
/// "file:line: ". Malformed input never causes another failure. Not thread safe.
#pragma once

#include <cstddef>
#include <string_view>

#include "app/config/config.hpp"

namespace agent_access::app {

inline constexpr std::size_t kMaxConfigSize = 1024UL * 1024;

/// Reads `config.file`. Values set here get their file:line as origin; relative paths start at the file's folder.
void read_config_file(Config& config, Problems& problems);

/// The same for a text in place of the content of `config.file`.
void read_config_text(std::string_view toml, Config& config, Problems& problems);

}  // namespace agent_access::app
