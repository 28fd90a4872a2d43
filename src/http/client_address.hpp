/// \file
/// Whose request it is: the socket's peer, or, when the peer is a trusted proxy, the right-most address of the one
/// configured field (X-Forwarded-For, or Forwarded of RFC 7239) that is no trusted proxy. Pure, without allocation;
/// thread safe.
///
/// Only the right end of such a list is written by proxies one trusts; everything left of the first untrusted hop is
/// the client's own text. So the walk goes from the right over all fields of the name as one list, through trusted
/// addresses, and ends at the first other address, at the end of the list, or before the first entry that is no address
/// (`unknown`, an obfuscated identifier, nonsense): then the last good hop is the client, which at worst is the proxy.
///
/// A proxy sets one of the two fields and may pass the other on as the client wrote it. So the other one is not read at
/// all: whatever a client writes into it changes nothing. NOT checked: that the trusted proxies set the configured
/// field.
#pragma once

#include <optional>
#include <string_view>

#include "base/ip_address.hpp"
#include "base/trusted_proxies.hpp"
#include "http/message.hpp"

namespace agent_access::http {

[[nodiscard]] base::IpAddress client_address(const Request& request, const base::TrustedProxies& trusted) noexcept;

/// One entry: an IPv4 address, an IPv6 address bare or in brackets, and after the first and the last form a port, which
/// may be obfuscated (RFC 7239 section 6). Nothing for all else.
[[nodiscard]] std::optional<base::IpAddress> parse_node(std::string_view text) noexcept;

}  // namespace agent_access::http
