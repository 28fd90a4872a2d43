/// \file
/// The addresses of a host name, with a time limit: getaddrinfo(3) cannot be cancelled and takes as long as the
/// system's resolver (40 s with a name server that does not answer). So it runs on a detached thread, which owns its
/// result; after a time-out it continues in the background. An instance has at most one look-up in progress: the next
/// wait continues with it.
///
/// Faults: unresolved (no such name, time-out, no thread available) and stopped. Thread safety: an instance belongs to
/// one thread; another may make `wake` readable. NOT cached: addresses that were returned.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {

class HostLookup {
 public:
  using Addresses = std::vector<std::string>;
  /// Called on the look-up thread; returns nothing when there is no such name.
  using Resolve = std::function<Addresses(const std::string& host)>;

  /// `host` is a name or a numeric address.
  explicit HostLookup(std::string host);
  HostLookup(std::string host, Resolve resolve);
  HostLookup(HostLookup&&) noexcept;
  HostLookup& operator=(HostLookup&&) noexcept;
  /// Returns at once, also while a look-up is in progress.
  ~HostLookup();

  /// Numeric addresses, in the order in which they are to be tried; a numeric host is its own address. `wake` ends the
  /// wait when it becomes readable; a negative value means none.
  [[nodiscard]] base::Result<Addresses, RedisFault> wait(std::chrono::milliseconds longest, int wake);

 private:
  struct Pending;
  std::string host_;
  Resolve resolve_;
  std::shared_ptr<Pending> pending_;
};

}  // namespace agent_access::limit
