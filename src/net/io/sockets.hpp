/// \file
/// Listening sockets, new or inherited, with errors as text for the operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/endpoint.hpp"
#include "base/result.hpp"

namespace agent_access::net {

using base::Descriptor;
using base::Endpoint;

/// Why a bind to the address failed: the system's message, or "this machine does not have that address" with those that
/// it has.
[[nodiscard]] std::string describe_bind_error(const Endpoint& endpoint, int error);

struct SocketError {
  int error;            ///< errno
  std::string message;  ///< "cannot listen on 127.0.0.1:8080: Address already in use"
};

/// `count` sockets listening on the same address and port, each with its own accept queue (SO_REUSEPORT). A port in use
/// is an error, also where SO_REUSEPORT would allow sharing it. Port 0 selects a free port.
[[nodiscard]] base::Result<std::vector<Descriptor>, SocketError> listen_on(const Endpoint& endpoint, std::size_t count);

/// A duplicate, non-blocking descriptor of each inherited listening TCP socket. The inherited ones stay open, so that
/// the service manager's accept queue outlives this process.
[[nodiscard]] base::Result<std::vector<Descriptor>, SocketError> share_inherited(const std::vector<int>& inherited);

/// 0 when the descriptor is not a bound IP socket.
[[nodiscard]] std::uint16_t bound_port(int descriptor) noexcept;

}  // namespace agent_access::net
