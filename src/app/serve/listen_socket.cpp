#include "app/serve/listen_socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

#include "net/io/sockets.hpp"

namespace agent_access::app {
namespace {

/// sockaddr and its length, copied into the one storage that fits all families.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  template <class Address>
  explicit SocketAddress(const Address& address) : size(sizeof address) {
    std::memcpy(&storage, &address, sizeof address);
  }
  [[nodiscard]] const sockaddr* get() const noexcept { return reinterpret_cast<const sockaddr*>(&storage); }
};

std::optional<SocketAddress> socket_address(const net::Endpoint& endpoint) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(endpoint.port);
  if (::inet_pton(AF_INET, endpoint.address.c_str(), &v4.sin_addr) == 1) return SocketAddress(v4);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(endpoint.port);
  if (::inet_pton(AF_INET6, endpoint.address.c_str(), &v6.sin6_addr) == 1) return SocketAddress(v6);
  return std::nullopt;
}

std::uint16_t bound_port(int descriptor) noexcept {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return 0;
  sockaddr_in6 v6{};
  static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
  std::memcpy(&v6, &storage, sizeof v6);
  return ntohs(v6.sin6_port);
}

/// The descriptor of a bound socket, or the negative errno.
int bind_socket(const net::Endpoint& endpoint) noexcept {
  const auto address = socket_address(endpoint);
  if (!address) return -EINVAL;
  const int descriptor = ::socket(address->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  const int on = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (address->storage.ss_family == AF_INET6) {
    ::setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  }
  if (::bind(descriptor, address->get(), address->size) != 0 || ::listen(descriptor, SOMAXCONN) != 0) {
    const int error = errno;
    ::close(descriptor);
    return -error;
  }
  return descriptor;
}

}  // namespace

PortProbe probe_port(const net::Endpoint& endpoint) {
  const int descriptor = bind_socket(endpoint);
  if (descriptor >= 0) {
    ::close(descriptor);
    return {};
  }
  const auto reason = net::describe_bind_error(endpoint, -descriptor);
  if (descriptor == -EADDRINUSE) return {PortState::in_use, reason};
  return {descriptor == -EADDRNOTAVAIL ? PortState::not_here : PortState::refused, reason};
}

base::Result<Listener, std::string> open_listener(const net::Endpoint& endpoint) {
  const int descriptor = bind_socket(endpoint);
  if (descriptor < 0) {
    return base::Failure<std::string>("cannot listen on " + net::to_text(endpoint) + ": " +
                                      net::describe_bind_error(endpoint, -descriptor));
  }
  return Listener{descriptor, {endpoint.address, bound_port(descriptor)}};
}

}  // namespace agent_access::app
