/// \file
/// The machine for whose people texts are written, and how they call the program. Thread safe.
#pragma once

#include <cstdint>
#include <string_view>

namespace agent_access::app {

enum class Platform : std::uint8_t {
  posix,    ///< a shell of POSIX
  windows,  ///< drives, backslashes and PowerShell; only where Node.js runs the program
};

[[nodiscard]] Platform platform() noexcept;

/// The first words of a command line: "agent-access", or "npx agent-access" where npm runs it, which alone finds it.
[[nodiscard]] std::string_view program() noexcept;

}  // namespace agent_access::app
