#include "net/io/sockets.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "base/ip_address.hpp"
#include "base/text.hpp"

namespace agent_access::net {
namespace {

constexpr int kBacklog = 4096;  // the kernel lowers it to net.core.somaxconn

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
  [[nodiscard]] const sockaddr* get() const noexcept { return reinterpret_cast<const sockaddr*>(&storage); }
};

std::optional<SocketAddress> address_of(const Endpoint& endpoint) {
  SocketAddress address;
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (inet_pton(AF_INET, endpoint.address.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(endpoint.port);
    address.size = sizeof four;
    std::memcpy(&address.storage, &four, sizeof four);
    return address;
  }
  if (inet_pton(AF_INET6, endpoint.address.c_str(), &six.sin6_addr) != 1) return std::nullopt;
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(endpoint.port);
  address.size = sizeof six;
  std::memcpy(&address.storage, &six, sizeof six);
  return address;
}

/// The address is of no family if the descriptor is not a bound socket.
sockaddr_storage bound_address(int descriptor) noexcept {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return {};
  return bound;
}

/// Returns nothing, with errno set, if the descriptor is not a socket.
std::optional<bool> is_listening(int descriptor) noexcept {
  int listening = 0;
  socklen_t size = sizeof listening;
  if (::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0) return std::nullopt;
  return listening != 0;
}

enum class Sharing { exclusive, reuse_port };

/// A bound socket, or none with errno set.
Descriptor bind_socket(const SocketAddress& address, Sharing sharing) {
  Descriptor socket(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket.number() < 0) return socket;
  const int on = 1;
  // Without SO_REUSEADDR a restart would have to wait for the connections of the last run to leave TIME_WAIT.
  ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (sharing == Sharing::reuse_port) ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  if (::bind(socket.number(), address.get(), address.size) == 0) return socket;
  const int error = errno;
  socket = Descriptor();
  errno = error;
  return socket;
}

base::Failure<SocketError> failure(const std::string& what, int error) {
  return base::Failure(SocketError{error, "cannot listen on " + what + ": " + std::generic_category().message(error)});
}

base::Failure<SocketError> failure(const Endpoint& endpoint, int error) {
  return base::Failure(
      SocketError{error, "cannot listen on " + to_text(endpoint) + ": " + describe_bind_error(endpoint, error)});
}

struct FreeAddresses {
  void operator()(ifaddrs* addresses) const noexcept { ::freeifaddrs(addresses); }
};

/// Some of the machine's addresses of that family, each once: "127.0.0.1, 192.0.2.7"; empty if they are not known.
std::string own_addresses(int family) {
  constexpr std::size_t kMostShown = 8;
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, FreeAddresses> owner(first);
  std::set<std::string> known;
  std::vector<std::string> listed;
  for (const ifaddrs* one = first; one != nullptr && known.size() < kMostShown; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != family) continue;
    sockaddr_storage storage{};
    std::memcpy(&storage, one->ifa_addr, family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
    const auto text = base::IpAddress::from(storage).to_text();
    if (known.insert(text).second) listed.push_back(text);
  }
  return base::joined(listed);
}

}  // namespace

std::string describe_bind_error(const Endpoint& endpoint, int error) {
  if (error != EADDRNOTAVAIL) return std::generic_category().message(error);
  const bool is_ipv6 = endpoint.address.contains(':');
  const auto own = own_addresses(is_ipv6 ? AF_INET6 : AF_INET);
  return "this machine does not have that address" + (own.empty() ? "" : "; it has " + own) + "; " +
         (is_ipv6 ? "[::]" : "0.0.0.0") + " stands for all that it has";
}

base::Result<std::vector<Descriptor>, SocketError> listen_on(const Endpoint& endpoint, std::size_t count) {
  Endpoint actual = endpoint;
  std::optional<SocketAddress> address = address_of(actual);
  if (!address) return failure(endpoint, EINVAL);
  // A bind without SO_REUSEPORT fails when another socket listens there; a bind with it may succeed.
  if (actual.port != 0 && bind_socket(*address, Sharing::exclusive).number() < 0) {
    return failure(endpoint, errno);
  }
  std::vector<Descriptor> sockets;
  for (std::size_t index = 0; index < count; ++index) {
    Descriptor socket = bind_socket(*address, Sharing::reuse_port);
    if (socket.number() < 0 || ::listen(socket.number(), kBacklog) != 0) return failure(endpoint, errno);
    if (actual.port == 0) {
      actual.port = bound_port(socket.number());
      address = address_of(actual);
    }
    sockets.push_back(std::move(socket));
  }
  return sockets;
}

base::Result<std::vector<Descriptor>, SocketError> share_inherited(const std::vector<int>& inherited) {
  std::vector<Descriptor> sockets;
  for (const int descriptor : inherited) {
    const std::string name = "inherited descriptor " + std::to_string(descriptor);
    const auto listening = is_listening(descriptor);
    if (!listening) return failure(name, errno);
    if (!*listening || bound_port(descriptor) == 0) return failure(name, EINVAL);
    Descriptor copy(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    const int flags = ::fcntl(descriptor, F_GETFL);
    if (copy.number() < 0 || flags < 0 || ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0) {
      return failure(name, errno);
    }
    sockets.push_back(std::move(copy));
  }
  return sockets;
}

std::uint16_t bound_port(int descriptor) noexcept {
  const sockaddr_storage bound = bound_address(descriptor);
  sockaddr_in four;
  sockaddr_in6 six;
  std::memcpy(&four, &bound, sizeof four);
  std::memcpy(&six, &bound, sizeof six);
  if (bound.ss_family == AF_INET) return ntohs(four.sin_port);
  return bound.ss_family == AF_INET6 ? ntohs(six.sin6_port) : std::uint16_t{0};
}

}  // namespace agent_access::net
