/// \file
/// State of the serving process for a scrape of the admin listener. Written by the thread that runs the service, read
/// by the admin listener's thread: every member is atomic or has a mutex, and one scrape may mix old and new values.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/ports.hpp"
#include "ops/exposition.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

/// The ID of the key that signs at `now`, or empty. Valid as long as the snapshot.
[[nodiscard]] std::string_view signing_key(const service::Snapshot& snapshot, base::Seconds now);

struct ServiceStatus {
  std::atomic<bool> ready{false};
  std::atomic<std::uint64_t> snapshot_number{0};
  std::atomic<std::uint64_t> reload_failures{0};
  std::atomic<std::int64_t> built_at{0};
  std::atomic<std::int64_t> next_rotation{0};
  std::atomic<std::int64_t> certificate_not_after{0};  ///< 0: no TLS

  void note(const service::Snapshot& snapshot);
  /// The gauges of these members; the caller sets the others.
  [[nodiscard]] ops::Gauges gauges(base::Seconds now) const;

  mutable std::mutex mutex;            ///< of the next member
  std::vector<std::string> base_urls;  ///< of the snapshot in use
};

}  // namespace agent_access::app
