#include "app/serve/service_sockets.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/config/status_access.hpp"
#include "app/serve/service_facts.hpp"
#include "base/ip_address.hpp"

namespace agent_access::app {
namespace {

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

ops::ListenDescriptors descriptors_of_manager(const Environment& environment) {
  return ops::listen_descriptors(::getpid(), variable(environment, "LISTEN_PID"), variable(environment, "LISTEN_FDS"),
                                 variable(environment, "LISTEN_FDNAMES"));
}

net::ServerOptions service_options(const Service& service, std::size_t workers) {
  net::ServerOptions options;
  options.listen = *net::parse_endpoint(service.config.listen_address);
  options.inherited =
      service.listeners.empty() ? descriptors_of_manager(service.environment).service : service.listeners;
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
  auto inherited = descriptors_of_manager(service.environment).admin;
  if (!endpoint && inherited.empty()) return std::nullopt;
  net::ServerOptions options;
  if (endpoint) options.listen = *endpoint;
  options.inherited = std::move(inherited);
  options.threads = 1;
  options.limits.memory = kAdminMemory;
  return options;
}

bool is_admin_on_loopback(const Service& service) {
  const auto inherited = descriptors_of_manager(service.environment).admin;
  if (!inherited.empty()) return std::ranges::all_of(inherited, is_on_loopback);
  const auto endpoint = net::parse_endpoint(service.config.listen_admin);
  return endpoint && is_loopback_address(endpoint->address);
}

std::string_view listen_text(const Service& service) {
  const bool is_inherited = service.listeners.empty() && !descriptors_of_manager(service.environment).service.empty();
  return is_inherited ? "inherited" : std::string_view(service.config.listen_address);
}

std::string_view admin_text(const Service& service) {
  const bool is_inherited = !descriptors_of_manager(service.environment).admin.empty();
  return is_inherited ? "inherited" : std::string_view(service.config.listen_admin);
}

}  // namespace agent_access::app
