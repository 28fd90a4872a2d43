#include "app/serve/kept_sockets.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "app/serve/service_facts.hpp"
#include "app/serve/service_sockets.hpp"
#include "net/io/sockets.hpp"

namespace agent_access::app {

KeptSockets::KeptSockets(const Environment& environment) : notifier_(variable(environment, "NOTIFY_SOCKET")) {
  auto passed = descriptors_of_manager(environment);
  sockets_ = std::move(passed.kept);
  has_socket_unit_ = !passed.service.empty();
}

KeptSockets::~KeptSockets() {
  if (!has_started_) refuse();
}

const std::vector<int>& KeptSockets::take(const net::Endpoint& endpoint) {
  const auto is_usable = [&endpoint](int socket) { return net::is_listening_on(socket, endpoint); };
  if (has_socket_unit_ || !std::ranges::all_of(sockets_, is_usable)) refuse();
  return sockets_;
}

/// Without shutdown() the manager's duplicates would listen until it has read the message.
void KeptSockets::refuse() noexcept {
  if (sockets_.empty()) return;
  for (const int socket : sockets_) {
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
  }
  sockets_.clear();
  notifier_.forget(ops::kKeptSockets);
}

}  // namespace agent_access::app
