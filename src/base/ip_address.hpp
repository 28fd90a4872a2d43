/// \file
/// IP addresses and networks of them. IPv4 addresses are held in their mapped IPv6 form, so that a dual-stack listener
/// and an IPv4 listener give the same peer the same value. Pure; thread safe.
#pragma once

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::base {

struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};  ///< network order

  [[nodiscard]] static IpAddress from(const sockaddr_storage& address) noexcept;
  [[nodiscard]] static std::optional<IpAddress> parse(std::string_view text);
  [[nodiscard]] bool is_ipv4() const noexcept;
  /// Of this machine alone: 127.0.0.0/8 and ::1.
  [[nodiscard]] bool is_loopback() const noexcept;
  /// Of this machine or of a network that is not the Internet (RFC 6890): loopback, private use (RFC 1918), shared
  /// address space (RFC 6598), unique local (RFC 4193) and link-local addresses.
  [[nodiscard]] bool is_private_use() const noexcept;
  /// What names no host: 0.0.0.0/8 and ::.
  [[nodiscard]] bool is_unspecified() const noexcept;
  /// Without port; an IPv4 address in dotted form, also when it was given in mapped form.
  [[nodiscard]] std::string to_text() const;
  /// The first bits of an IPv6 address, the rest zero: a network that a provider assigns to one customer. An IPv4
  /// address is returned unchanged.
  [[nodiscard]] IpAddress prefix(std::size_t ipv6_bits) const noexcept;
  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

/// A CIDR block.
class Network {
 public:
  /// "10.0.0.0/8", "::1/128", or an address alone. Nothing for other text. Bits after the prefix are ignored.
  [[nodiscard]] static std::optional<Network> parse(std::string_view text);
  [[nodiscard]] bool contains(const IpAddress& address) const noexcept;
  /// As it was parsed.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  friend bool operator==(const Network&, const Network&) = default;

 private:
  Network(const IpAddress& base, std::size_t prefix, std::string_view text)
      : base_(base), prefix_(prefix), text_(text) {}
  IpAddress base_;
  std::size_t prefix_;  ///< in bits of the 128
  std::string text_;
};

/// The request field that names the client. A proxy sets one of the two and may pass the other on as the client wrote
/// it, so exactly one is read.
enum class ForwardedField : std::uint8_t { x_forwarded_for, forwarded };

/// The proxies that are trusted to name the client address. Immutable once shared: a reload replaces it.
struct TrustedProxies {
  std::vector<Network> networks = {};
  ForwardedField field = ForwardedField::x_forwarded_for;

  [[nodiscard]] bool contains(const IpAddress& address) const noexcept {
    return std::ranges::any_of(networks, [&](const Network& network) { return network.contains(address); });
  }
  bool operator==(const TrustedProxies&) const = default;
};

}  // namespace agent_access::base
