#include "tools/proxies/replica.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "app/config/value_files.hpp"
#include "app/text/text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kLongestReplicaName = 64;
constexpr std::string_view kReplicaExample = "; write its name and address, such as one=10.0.0.11:8080";

bool is_replica_name(std::string_view name) noexcept {
  constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return !name.empty() && name.size() <= kLongestReplicaName &&
         name.find_first_not_of(kAllowed) == std::string_view::npos;
}

void find_equal_replicas(std::span<const Replica> replicas, app::Problems& problems) {
  for (std::size_t at = 0; at < replicas.size(); ++at) {
    const auto before = replicas.first(at);
    const auto& [name, service] = replicas[at];
    if (std::ranges::find(before, name, &Replica::name) != before.end()) {
      problems.push_back("--replica: two replicas are named " + name + "; give each a name of its own");
    }
    if (std::ranges::any_of(before, [&](const Replica& other) { return other.service.address == service.address; })) {
      problems.push_back("--replica: two replicas have the address " + service.address +
                         "; give each an address of its own, because health checks use the port of listen.admin at it");
    }
  }
}

/// A complaint if a proxy on another machine cannot connect to what this setting says.
void find_unreachable(std::string_view setting, const std::string& value, std::string_view remedy,
                      app::Problems& problems) {
  const auto endpoint = net::parse_endpoint(value);
  if (!endpoint || !app::is_loopback_address(endpoint->address)) return;
  problems.push_back(std::string(setting) + ": a proxy on another machine cannot connect to " + value + "; " +
                     std::string(remedy));
}

bool trusts_only_this_machine(const app::Config& config) {
  return std::ranges::all_of(config.trusted_proxies, [](const std::string& network) {
    return app::is_loopback_address(std::string_view(network).substr(0, network.find('/')));
  });
}

}  // namespace

base::Result<Replica, std::string> parse_replica(std::string_view text) {
  const auto end = text.find('=');
  if (end == std::string_view::npos)
    return base::Failure(app::in_quotes(text) + " has no name" + std::string(kReplicaExample));
  const auto name = text.substr(0, end);
  if (!is_replica_name(name)) {
    return base::Failure("a name has letters, digits, hyphens and underscores, and not " + app::in_quotes(name) +
                         std::string(kReplicaExample));
  }
  const auto service = net::parse_endpoint(text.substr(end + 1));
  if (!service || service->port == 0 || service->address == "0.0.0.0" || service->address == "::") {
    return base::Failure("a proxy cannot connect to " + app::in_quotes(text.substr(end + 1)) +
                         std::string(kReplicaExample));
  }
  return Replica{std::string(name), *service};
}

std::string complaint_about_replica(std::string_view text) {
  const auto replica = parse_replica(text);
  return replica ? std::string() : replica.error();
}

app::Problems problems_of_replicas(const app::Config& config, std::span<const Replica> replicas) {
  app::Problems problems;
  if (replicas.empty()) return problems;
  find_equal_replicas(replicas, problems);
  if (!net::parse_endpoint(config.listen_admin)) {
    problems.push_back(
        "listen.admin: without it a proxy cannot know which replica is ready; set it, such as to \"0.0.0.0:9464\"");
  }
  if (std::ranges::all_of(replicas,
                          [](const Replica& replica) { return app::is_loopback_address(replica.service.address); }))
    return problems;
  find_unreachable("listen.address", config.listen_address, "set it to \"0.0.0.0:8080\"", problems);
  find_unreachable("listen.admin", config.listen_admin,
                   "set it to \"0.0.0.0:9464\", and let only the proxy and Prometheus connect to it", problems);
  if (trusts_only_this_machine(config)) {
    problems.push_back(
        "limits.trusted_proxies: has addresses of this machine only; add that of the proxy, or all clients share one "
        "limit");
  }
  return problems;
}

}  // namespace agent_access::tools
