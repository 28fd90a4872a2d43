/// \file
/// The addresses of a host name, without waiting longer than wanted: getaddrinfo(3) cannot be ended from outside and
/// takes as long as the system's resolver does (40 s with a name server that does not answer). So it runs on a detached
/// thread, which owns what it writes to; whoever stops waiting leaves it behind. At most one look-up of an instance is
/// under way: the next wait goes on with it.
///
/// Faults: unresolved (no such name, no answer within the time, no thread to be had) and stopped. Thread safety: an
/// instance belongs to one thread; `wake` may be made readable by another. NOT kept: addresses, once they were given.
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
  /// Called on the thread of a look-up; nothing when there is no such name.
  using Resolve = std::function<Addresses(const std::string& host)>;

  /// `host` is a name or a numeric address.
  explicit HostLookup(std::string host);
  HostLookup(std::string host, Resolve resolve);
  HostLookup(HostLookup&&) noexcept;
  HostLookup& operator=(HostLookup&&) noexcept;
  /// Returns at once, also while a look-up is under way.
  ~HostLookup();

  /// Numeric addresses, in the order in which they are to be tried; a numeric host is its own address. `wake` below
  /// zero: nobody wakes.
  [[nodiscard]] base::Result<Addresses, RedisFault> wait(std::chrono::milliseconds longest, int wake);

 private:
  struct Pending;
  std::string host_;
  Resolve resolve_;
  std::shared_ptr<Pending> pending_;
};

}  // namespace agent_access::limit
