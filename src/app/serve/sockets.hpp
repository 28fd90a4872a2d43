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
  net::Endpoint endpoint;  ///< with the port that the system chose
};

/// A listening socket for ServerOptions::inherited, for port 0 when the number must be known before the server is made.
/// The caller owns the descriptor.
[[nodiscard]] base::Result<Listener, std::string> open_listener(const net::Endpoint& endpoint);

// The listen addresses of a service and its admin listener, configured or inherited from the service manager.

/// With the descriptors of Service::listeners, else those of a socket unit, else those of Service::kept, else none.
[[nodiscard]] net::ServerOptions service_options(const Service& service, std::size_t workers);
/// With the descriptors named "admin" if there are any, else by listen.admin. Nothing when there is no admin listener.
[[nodiscard]] std::optional<net::ServerOptions> admin_options(const Service& service);
/// For the log: the configured address, or "inherited" when the service manager opened the socket.
[[nodiscard]] std::string_view listen_text(const Service& service);
[[nodiscard]] std::string_view admin_text(const Service& service);

// Listening sockets that the service manager keeps while the service restarts, so that connections wait for the next
// process instead of being refused. systemd: FileDescriptorStoreMax= in the unit.

/// The sockets that were passed to this process, by the variables LISTEN_*.
class KeptSockets {
 public:
  explicit KeptSockets(const Environment& environment);
  KeptSockets(const KeptSockets&) = delete;
  KeptSockets& operator=(const KeptSockets&) = delete;
  /// Unless the start succeeded, nobody accepts the connections that wait: they are refused, here and at the manager.
  ~KeptSockets();

  /// All of them, if each listens on `endpoint` and no socket unit opened others; they remain open. Otherwise none:
  /// they are closed, here and at the manager.
  [[nodiscard]] const std::vector<int>& take(const net::Endpoint& endpoint);
  void start_succeeded() noexcept { has_started_ = true; }

 private:
  void refuse() noexcept;

  ops::Notifier notifier_;
  std::vector<int> sockets_;
  bool has_socket_unit_;
  bool has_started_ = false;
};

}  // namespace agent_access::app
