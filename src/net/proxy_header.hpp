/// \file
/// The PROXY protocol, version 2 (binary), with which a proxy in front says whose connection it passes on. A pure
/// function over bytes: no sockets, no clock; thread safe.
///
/// Signature, version and command, family and transport, 16-bit length, addresses, TLVs. LOCAL speaks of the proxy
/// itself (its health checks): the peer stays the client, as it does for UNSPEC and for a client that came over a Unix
/// stream socket, which have no IP address. Type-length-value fields must fill the rest exactly and are skipped; a
/// CRC32c among them is checked. Refused: version 1 (text, a second grammar without a checksum; proxies that speak it
/// speak version 2 too), datagrams, values that the protocol does not define, and headers over kLargestProxyHeader.
///
/// NOT checked: that the sender may be believed. Only a connection from a trusted proxy may be read with this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ip_address.hpp"
#include "base/result.hpp"

namespace agent_access::net {

/// One segment of the smallest TCP maximum that IPv4 promises (RFC 9293 section 3.7.1), which is what the protocol lets
/// a sender count on; addresses need 52 bytes, the TLVs that balancers send by default less than 200 more.
inline constexpr std::size_t kLargestProxyHeader = 536;

struct ProxySource {
  base::IpAddress address;
  std::uint16_t port = 0;

  friend bool operator==(const ProxySource&, const ProxySource&) = default;
};

struct ProxyHeader {
  std::size_t size = 0;               ///< in bytes; what follows is the client's
  std::optional<ProxySource> source;  ///< nothing: the peer is the client
};

enum class ProxyFault : std::uint8_t {
  not_version_2,     ///< other bytes than the signature, or another version
  unknown_command,   ///< neither LOCAL nor PROXY
  unknown_family,    ///< a family or transport that is not defined, or datagrams
  too_large,         ///< over kLargestProxyHeader
  malformed_length,  ///< shorter than its addresses, or TLVs that do not fill the rest
  wrong_checksum,    ///< a CRC32c that does not match, is not 4 bytes or comes twice
};

/// Reads the header at the start of `bytes`. Nothing while more bytes are needed; a fault is told as soon as the bytes
/// show it, and the verdict does not depend on how the stream was cut.
[[nodiscard]] base::Result<std::optional<ProxyHeader>, ProxyFault> parse_proxy_header(std::string_view bytes) noexcept;

/// How many more bytes of an unfinished header may be taken from the stream without touching what follows it; at least
/// one, and never so many that the whole exceeds kLargestProxyHeader.
[[nodiscard]] std::size_t proxy_header_wants(std::string_view bytes) noexcept;

}  // namespace agent_access::net
