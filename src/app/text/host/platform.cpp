#include "app/text/platform.hpp"

#include <emscripten.h>

// packages/npm/program.mjs says it.
// clang-format off
EM_JS(bool, agent_access_is_windows, (), {
  return Module['platform'] === 'win32';
});
// clang-format on

namespace agent_access::app {

Platform platform() noexcept { return agent_access_is_windows() ? Platform::windows : Platform::posix; }

}  // namespace agent_access::app
