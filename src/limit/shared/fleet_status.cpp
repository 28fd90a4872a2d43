#include "limit/shared/fleet_status.hpp"

namespace agent_access::limit {

std::string_view name(FleetState state) noexcept {
  switch (state) {
    case FleetState::in_step:
      return "in_step";
    case FleetState::lagging:
      return "lagging";
    case FleetState::disconnected:
      return "disconnected";
  }
  return "unknown";
}

}  // namespace agent_access::limit
