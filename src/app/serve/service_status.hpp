/// \file
/// What a scrape of the admin listener tells of the serving process. Written by the thread that runs the service, read
/// by the admin listener's: every member is atomic, and one scrape may see an old value beside a new one.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/ports.hpp"
#include "ops/metrics.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

struct ServiceStatus {
  std::atomic<bool> ready{false};
  std::atomic<std::uint64_t> snapshot_number{0};
  std::atomic<std::uint64_t> reload_failures{0};
  std::atomic<std::int64_t> built_at{0};
  std::atomic<std::int64_t> next_rotation{0};
  std::atomic<std::int64_t> certificate_not_after{0};  ///< 0: no TLS

  void note(const service::Snapshot& snapshot) noexcept;
  /// The gauges that are kept here; the others are left to the caller.
  [[nodiscard]] ops::Gauges gauges(base::Seconds now) const;
};

}  // namespace agent_access::app
