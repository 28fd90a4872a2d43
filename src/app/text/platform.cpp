#include "app/text/platform.hpp"

namespace agent_access::app {

Platform platform() noexcept { return Platform::posix; }

std::string_view program() noexcept { return "agent-access"; }

}  // namespace agent_access::app
