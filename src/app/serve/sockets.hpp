/// \file
/// Sockets of the service: a port that is opened before there is a server, the listen addresses, and sockets that the
/// service manager passes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/serve/service.hpp"
#include "base/result.hpp"
#include "net/io/sockets.hpp"
#include "net/server.hpp"
#include "ops/notify.hpp"

namespace agent_access::app {

struct Listener {
  int descriptor = -1;
  base::Endpoint endpoint;  ///< with the port that the system chose
};

/// A listening socket for ServerOptions::inherited, for port 0 when the number must be known before the server is made.
/// The caller owns the descriptor.
[[nodiscard]] base::Result<Listener, std::string> open_listener(const base::Endpoint& endpoint);

// The listen addresses of a service and its admin listener, configured or inherited from the service manager.

/// Uses the descriptors of Service::listeners, else those of a socket unit, else none.
[[nodiscard]] net::ServerOptions service_options(const Service& service, std::size_t workers);
/// Uses the descriptors named "admin" if there are any, else by listen.admin. Nothing when there is no admin listener.
[[nodiscard]] std::optional<net::ServerOptions> admin_options(const Service& service);
/// What the log says: the configured address, or "inherited" when the service manager opened the socket.
[[nodiscard]] std::string_view listen_text(const Service& service);
[[nodiscard]] std::string_view admin_text(const Service& service);

}  // namespace agent_access::app
