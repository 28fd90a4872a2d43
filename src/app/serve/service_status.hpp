/// \file
/// State of the serving process for a scrape of the admin listener. Written by the thread that runs the service, read
/// by the admin listener's thread: every member is atomic, and one scrape may mix old and new values.
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
  /// The gauges of these members; the caller sets the others.
  [[nodiscard]] ops::Gauges gauges(base::Seconds now) const;
};

}  // namespace agent_access::app
