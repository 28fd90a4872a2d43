#include "app/text/platform.hpp"

#include <emscripten.h>

// packages/npm/program.mjs says both.
// clang-format off
EM_JS(bool, agent_access_is_windows, (), {
  return Module['platform'] === 'win32';
});

EM_JS(bool, agent_access_is_of_npm, (), {
  return Module['isOfNpm'];
});
// clang-format on

namespace agent_access::app {

Platform platform() noexcept { return agent_access_is_windows() ? Platform::windows : Platform::posix; }

std::string_view program() noexcept { return agent_access_is_of_npm() ? "npx agent-access" : "agent-access"; }

}  // namespace agent_access::app
