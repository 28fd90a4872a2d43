/// \file
/// Tests and opens ports with plain sockets, before or without a server.
#pragma once

#include <string>

#include "base/result.hpp"
#include "net/server.hpp"

namespace agent_access::app {

enum class PortState { free, in_use, not_here, refused };

struct PortProbe {
  PortState state = PortState::free;
  std::string reason;  ///< in words, unless free
};

/// Whether a server could listen there now. Leaves nothing open.
[[nodiscard]] PortProbe probe_port(const net::Endpoint& endpoint);

struct Listener {
  int descriptor = -1;
  net::Endpoint endpoint;  ///< with the port that the system chose
};

/// A listening socket for ServerOptions::inherited, for port 0 when the number must be known before the server is made.
/// The caller owns the descriptor.
[[nodiscard]] base::Result<Listener, std::string> open_listener(const net::Endpoint& endpoint);

}  // namespace agent_access::app
