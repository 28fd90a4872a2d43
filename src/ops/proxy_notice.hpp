/// \file
/// Tells once in the life of a process that a peer which is not in limits.trusted_proxies names a client: a proxy that
/// the owner forgot, so that all its clients share one rate limit. Only for a peer with an address of private use
/// (loopback, RFC 1918, RFC 6598, link-local, RFC 4193) the line to add is told; a public address is more likely a
/// client that sends the field itself, and is told once, too, without one. All members are thread safe.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/ip_address.hpp"
#include "ops/client_text.hpp"
#include "ops/log.hpp"

namespace agent_access::ops {

class ProxyNotice {
 public:
  /// `trusted`: limits.trusted_proxies, for the line to add.
  explicit ProxyNotice(std::vector<std::string> trusted) : trusted_(std::move(trusted)) {}
  /// Those of a reload.
  void adopt(const std::vector<base::Network>& trusted);

  /// `form` applies to a public address. Costs one atomic load after the first time.
  void tell(const base::IpAddress& peer, ClientAddress form, Log& log) noexcept;

  [[nodiscard]] static bool is_private_use(const base::IpAddress& address) noexcept;
  /// `trusted_proxies = ["127.0.0.0/8", "::1/128", "172.17.0.1"]`.
  [[nodiscard]] std::string line_to_add(const base::IpAddress& peer) const;

 private:
  mutable std::mutex mutex_;  ///< of trusted_, which is read once
  std::vector<std::string> trusted_;
  std::atomic<bool> told_private_{false};
  std::atomic<bool> told_public_{false};
};

}  // namespace agent_access::ops
