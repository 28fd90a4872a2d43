/// \file
/// The address of a connection's other end, and networks of such addresses. IPv4 addresses are held in their mapped
/// IPv6 form, so that a dual-stack listener and an IPv4 listener give the same peer the same value. Pure.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::net {

struct PeerAddress {
  std::array<std::uint8_t, 16> bytes{};  ///< network order

  [[nodiscard]] static PeerAddress from(const sockaddr_storage& address) noexcept;
  [[nodiscard]] static std::optional<PeerAddress> parse(std::string_view text);
  [[nodiscard]] bool is_ipv4() const noexcept;
  /// Without port; an IPv4 address in dotted form also when it came in mapped.
  [[nodiscard]] std::string to_text() const;
  /// What connections are counted by: an IPv4 address, or the /64 an IPv6 customer is given as a whole.
  [[nodiscard]] PeerAddress counted() const noexcept;
  friend bool operator==(const PeerAddress&, const PeerAddress&) = default;
};

/// A CIDR block.
class Network {
 public:
  /// "10.0.0.0/8", "::1/128", or an address alone. Nothing for other text. Bits after the prefix are ignored.
  [[nodiscard]] static std::optional<Network> parse(std::string_view text);
  [[nodiscard]] bool contains(const PeerAddress& address) const noexcept;

 private:
  Network(const PeerAddress& base, std::size_t prefix) : base_(base), prefix_(prefix) {}
  PeerAddress base_;
  std::size_t prefix_;  ///< in bits of the 128
};

}  // namespace agent_access::net
