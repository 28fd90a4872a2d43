#include "app/serve/service_sockets.hpp"

#include <unistd.h>

#include <cstddef>
#include <vector>

#include "app/serve/service_facts.hpp"
#include "ops/notify.hpp"

namespace agent_access::app {
namespace {

/// The admin listener has few clients and a memory budget of its own.
constexpr std::size_t kAdminMemory = 8 * net::kMebibyte;

std::vector<int> inherited_from_manager(const Service& service) {
  return ops::listen_descriptors(::getpid(), variable(service.environment, "LISTEN_PID"),
                                 variable(service.environment, "LISTEN_FDS"));
}

}  // namespace

net::ServerOptions service_options(const Service& service, std::size_t workers) {
  net::ServerOptions options;
  options.listen = *net::parse_endpoint(service.config.listen_address);
  options.inherited = service.listeners.empty() ? inherited_from_manager(service) : service.listeners;
  options.threads = workers;
  options.limits = service.config.limits;
  options.trusted_proxies = service.config.trusted_proxies;
  options.forwarded_field = service.material.limits.trusted.field;
  options.tls = service.tls;
  options.proxy_protocol = service.config.proxy_protocol;
  options.http2_prior_knowledge = service.config.http2_prior_knowledge;
  return options;
}

std::optional<net::ServerOptions> admin_options(const Service& service) {
  const auto endpoint = net::parse_endpoint(service.config.listen_admin);
  if (!endpoint) return std::nullopt;
  net::ServerOptions options;
  options.listen = *endpoint;
  options.threads = 1;
  options.limits.memory = kAdminMemory;
  return options;
}

std::string_view listen_text(const Service& service) {
  const bool is_inherited = service.listeners.empty() && !inherited_from_manager(service).empty();
  return is_inherited ? "inherited" : std::string_view(service.config.listen_address);
}

}  // namespace agent_access::app
