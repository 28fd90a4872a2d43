/// \file
/// An IP address with a port, as settings name it. Pure; thread safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::base {

struct Endpoint {
  std::string address;  ///< "127.0.0.1", "::1", "0.0.0.0", "::"
  std::uint16_t port = 0;
};

/// "ADDRESS:PORT" with an IPv6 address in brackets; nothing for any other text, host names included.
[[nodiscard]] std::optional<Endpoint> parse_endpoint(std::string_view text);
[[nodiscard]] std::string to_text(const Endpoint& endpoint);

}  // namespace agent_access::base
