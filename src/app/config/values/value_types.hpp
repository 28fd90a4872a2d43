/// \file
/// Short names of the types that a value can have (value_rules.hpp), for the code that treats each type in its way.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace agent_access::app {

using Texts = std::vector<std::string>;
using Path = std::filesystem::path;
using Paths = std::vector<Path>;

}  // namespace agent_access::app
