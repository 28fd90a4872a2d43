/// \file
/// The kind of machine for whose people texts are written. Thread safe.
#pragma once

#include <cstdint>

namespace agent_access::app {

enum class Platform : std::uint8_t {
  posix,    ///< a shell of POSIX
  windows,  ///< drives, backslashes and PowerShell; only where Node.js runs the program
};

[[nodiscard]] Platform platform() noexcept;

}  // namespace agent_access::app
