/// \file
/// The proxies that are trusted to name the client address, and the one request field it is read from. Plain data;
/// immutable once shared, so that a reload replaces it as a whole. Thread safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/ip_address.hpp"

namespace agent_access::base {

/// The request field that names the client. A proxy sets one of the two and may pass the other on as the client wrote
/// it, so exactly one is read.
enum class ForwardedField : std::uint8_t { x_forwarded_for, forwarded };

struct TrustedProxies {
  std::vector<Network> networks = {};
  ForwardedField field = ForwardedField::x_forwarded_for;

  [[nodiscard]] bool contains(const IpAddress& address) const noexcept {
    return std::ranges::any_of(networks, [&](const Network& network) { return network.contains(address); });
  }
};

}  // namespace agent_access::base
