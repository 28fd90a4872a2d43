/// \file
/// Whose request it is: the socket's peer, or, when the peer is a trusted proxy, the right-most address of
/// X-Forwarded-For or Forwarded (RFC 7239) that is no trusted proxy. Pure, without allocation; thread safe.
///
/// Only the right end of such a list is written by proxies one trusts; everything left of the first untrusted hop is
/// the client's own text. So the walk goes from the right over all fields of the name as one list, through trusted
/// addresses, and ends at the first other address, at the end of the list, or before the first entry that is no address
/// (`unknown`, an obfuscated identifier, nonsense): then the last good hop is the client, which at worst is the proxy.
///
/// A proxy sets one of the two fields and lets the other through as the client wrote it, and nobody tells us which.
/// When both are there and lead to different addresses, neither is believed and the peer is the client: a forged field
/// wins nothing but a budget shared with the other forgers. NOT checked: that the trusted proxies set either field at
/// all.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/ip_address.hpp"
#include "http/message.hpp"

namespace agent_access::http {

[[nodiscard]] base::IpAddress client_address(const Request& request, std::span<const base::Network> trusted) noexcept;

/// One entry: an IPv4 address, an IPv6 address bare or in brackets, and after the first and the last form a port, which
/// may be obfuscated (RFC 7239 section 6). Nothing for all else.
[[nodiscard]] std::optional<base::IpAddress> parse_node(std::string_view text) noexcept;

}  // namespace agent_access::http
