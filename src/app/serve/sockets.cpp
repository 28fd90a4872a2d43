#include "app/serve/sockets.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "app/config/value_files.hpp"
#include "app/serve/service_state.hpp"
#include "base/ip_address.hpp"
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

/// The admin listener has few clients and a memory budget of its own.
constexpr std::size_t kAdminMemory = 8 * net::kMebibyte;

bool is_on_loopback(int descriptor) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) return false;
  const bool is_internet = address.ss_family == AF_INET || address.ss_family == AF_INET6;
  return is_internet && is_loopback_address(base::IpAddress::from(address).to_text());
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

ops::ListenDescriptors descriptors_of_manager(const Environment& environment) {
  return ops::listen_descriptors(::getpid(), variable(environment, "LISTEN_PID"), variable(environment, "LISTEN_FDS"),
                                 variable(environment, "LISTEN_FDNAMES"));
}

net::ServerOptions service_options(const Service& service, std::size_t workers) {
  net::ServerOptions options;
  options.listen = *net::parse_endpoint(service.config.listen_address);
  options.inherited = service.listeners.empty() ? descriptors_of_manager(service.source.sources.environment).service
                                                : service.listeners;
  options.kept = service.kept;
  options.threads = workers;
  options.limits = service.config.limits;
  options.trusted_proxies = service.config.trusted_proxies;
  options.forwarded_field = service.material.limits.trusted.field;
  options.tls = service.tls;
  options.proxy_protocol = service.config.proxy_protocol;
  return options;
}

std::optional<net::ServerOptions> admin_options(const Service& service) {
  const auto endpoint = net::parse_endpoint(service.config.listen_admin);
  auto inherited = descriptors_of_manager(service.source.sources.environment).admin;
  if (!endpoint && inherited.empty()) return std::nullopt;
  net::ServerOptions options;
  if (endpoint) options.listen = *endpoint;
  options.inherited = std::move(inherited);
  options.threads = 1;
  options.limits.memory = kAdminMemory;
  return options;
}

bool is_admin_on_loopback(const Service& service) {
  const auto inherited = descriptors_of_manager(service.source.sources.environment).admin;
  if (!inherited.empty()) return std::ranges::all_of(inherited, is_on_loopback);
  const auto endpoint = net::parse_endpoint(service.config.listen_admin);
  return endpoint && is_loopback_address(endpoint->address);
}

std::string_view listen_text(const Service& service) {
  const bool is_inherited =
      service.listeners.empty() && !descriptors_of_manager(service.source.sources.environment).service.empty();
  return is_inherited ? "inherited" : std::string_view(service.config.listen_address);
}

std::string_view admin_text(const Service& service) {
  const bool is_inherited = !descriptors_of_manager(service.source.sources.environment).admin.empty();
  return is_inherited ? "inherited" : std::string_view(service.config.listen_admin);
}

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
