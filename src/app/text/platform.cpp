#include "app/text/platform.hpp"

namespace agent_access::app {

Platform platform() noexcept { return Platform::posix; }

}  // namespace agent_access::app
