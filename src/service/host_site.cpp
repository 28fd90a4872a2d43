#include "service/host_site.hpp"

#include <utility>

namespace agent_access::service {

const HostSite& HostSites::at(std::size_t host) const {
  Slot& slot = slots_[host];
  if (const HostSite* const made = slot.made.load(std::memory_order_acquire)) return *made;
  const std::lock_guard lock(slot.making);
  if (slot.owned == nullptr) {
    slot.owned = make_(host);
    slot.made.store(slot.owned.get(), std::memory_order_release);
  }
  return *slot.owned;
}

void HostSites::put(std::size_t host, std::unique_ptr<const HostSite> site) {
  slots_[host].owned = std::move(site);
  slots_[host].made.store(slots_[host].owned.get(), std::memory_order_release);
}

}  // namespace agent_access::service
