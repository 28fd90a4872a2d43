/// \file
/// The PROXY protocol, version 2 (binary), in which a reverse proxy sends the address of its client. A pure function
/// over bytes: no sockets, no clock; thread safe.
///
/// Signature, version and command, family and transport, 16-bit length, addresses, TLVs. LOCAL is a connection of the
/// proxy itself (a health check): the peer stays the client. So it does for UNSPEC and for a client on a Unix stream
/// socket, which have no IP address. Type-length-value fields must fill the rest exactly and are skipped; a CRC32c
/// among them is checked. Refused: version 1 (text, a second grammar without a checksum; proxies that support it
/// support version 2, too), datagrams, values that the protocol does not define, and headers over kLargestProxyHeader.
///
/// NOT checked: that the sender is trusted. Use only for connections from trusted proxies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ip_address.hpp"
#include "base/result.hpp"

namespace agent_access::net {

/// The default TCP maximum segment size of IPv4 (RFC 9293 section 3.7.1), which the protocol lets a sender assume.
/// Addresses need 52 bytes, the TLVs that load balancers send by default less than 200 more.
inline constexpr std::size_t kLargestProxyHeader = 536;

struct ProxySource {
  base::IpAddress address;
  std::uint16_t port = 0;

  friend bool operator==(const ProxySource&, const ProxySource&) = default;
};

struct ProxyHeader {
  std::size_t size = 0;               ///< in bytes; the client's bytes follow
  std::optional<ProxySource> source;  ///< nothing: the peer is the client
};

enum class ProxyFault : std::uint8_t {
  not_version_2,     ///< no signature, or another version
  unknown_command,   ///< neither LOCAL nor PROXY
  unknown_family,    ///< a family or transport that is not defined, or datagrams
  too_large,         ///< over kLargestProxyHeader
  malformed_length,  ///< shorter than its addresses, or TLVs that do not fill the rest
  wrong_checksum,    ///< a CRC32c that does not match, is not 4 bytes or comes twice
};

/// Reads the header at the start of `bytes`. Returns nothing while more bytes are needed. A fault is returned as soon
/// as the bytes show it; the result does not depend on how the stream was split.
[[nodiscard]] base::Result<std::optional<ProxyHeader>, ProxyFault> parse_proxy_header(std::string_view bytes) noexcept;

/// How many more bytes of an incomplete header may be read without reading beyond it; at least one, and never so many
/// that the total exceeds kLargestProxyHeader.
[[nodiscard]] std::size_t proxy_header_wants(std::string_view bytes) noexcept;

}  // namespace agent_access::net
