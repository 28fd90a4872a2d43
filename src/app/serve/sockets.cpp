#include "app/serve/sockets.hpp"

#include <unistd.h>

#include <utility>

namespace agent_access::app {
namespace {

/// The admin listener has few clients and a memory budget of its own.
constexpr std::size_t kAdminMemory = 8 * net::kMebibyte;

/// What the service manager passed to this process, by the variables LISTEN_*.
ops::ListenDescriptors descriptors_of_manager(const Environment& environment) {
  return ops::listen_descriptors(::getpid(), variable(environment, "LISTEN_PID"), variable(environment, "LISTEN_FDS"),
                                 variable(environment, "LISTEN_FDNAMES"));
}

}  // namespace

base::Result<Listener, std::string> open_listener(const base::Endpoint& endpoint) {
  auto opened = net::listen_on(endpoint, 1);
  if (!opened) return base::Failure(std::move(opened).error().message);
  const int descriptor = opened->front().release();
  return Listener{descriptor, {endpoint.address, net::bound_port(descriptor)}};
}

net::ServerOptions service_options(const Service& service, std::size_t workers) {
  net::ServerOptions options;
  options.listen = *base::parse_endpoint(service.config.listen_address);
  options.inherited = service.listeners.empty() ? descriptors_of_manager(service.source.sources.environment).service
                                                : service.listeners;
  options.threads = workers;
  options.limits = service.config.limits;
  options.trusted = service.material.limits.trusted;
  options.tls = service.tls;
  return options;
}

std::optional<net::ServerOptions> admin_options(const Service& service) {
  const auto endpoint = base::parse_endpoint(service.config.listen_admin);
  auto inherited = descriptors_of_manager(service.source.sources.environment).admin;
  if (!endpoint && inherited.empty()) return std::nullopt;
  net::ServerOptions options;
  if (endpoint) options.listen = *endpoint;
  options.inherited = std::move(inherited);
  options.limits.memory = kAdminMemory;
  return options;
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

}  // namespace agent_access::app
