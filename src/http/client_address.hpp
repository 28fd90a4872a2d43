/// \file
/// The address of the client that sent a request: the socket's peer or, if the peer is a trusted proxy, the right-most
/// address of the one configured field (X-Forwarded-For, or Forwarded of RFC 7239) that is not a trusted proxy. Pure,
/// without allocation; thread safe.
///
/// Trusted proxies append to the right end of the list; the client can choose everything left of the first address that
/// is not trusted. So all fields of the name are read as one list, from the right. Reading ends at the first address
/// that is not trusted, at the end of the list, or before the first entry that is not an address (`unknown`, an
/// obfuscated identifier, malformed text): the last address read is the client's, or the peer's if none was.
///
/// A proxy sets one of the two fields and may pass the other one on as the client wrote it, so the other one is not
/// read. NOT checked: that the trusted proxies set the configured field.
#pragma once

#include <optional>
#include <string_view>

#include "base/ip_address.hpp"
#include "http/message.hpp"

namespace agent_access::http {

[[nodiscard]] base::IpAddress client_address(const Request& request, const base::TrustedProxies& trusted) noexcept;

/// One entry: an IPv4 address, or an IPv6 address with or without brackets. A port, which may be obfuscated (RFC 7239
/// section 6), may follow an IPv4 address or brackets. Nothing for any other text.
[[nodiscard]] std::optional<base::IpAddress> parse_node(std::string_view text) noexcept;

}  // namespace agent_access::http
