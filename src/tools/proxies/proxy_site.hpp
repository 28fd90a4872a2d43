/// \file
/// Everything that the configuration of a reverse proxy depends on, taken from the settings and the published paths.
/// Plain data and pure functions; thread safe.
///
/// Host names are valid (base/base_url), so every proxy can take them without quotes. Paths are those of URLs.
///
/// NOT checked: that the proxy may connect to the service, and that its address is in limits.trusted_proxies; that a
/// replica exists, and that it has the settings and the secret of this one.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/endpoint.hpp"
#include "base/ip_address.hpp"
#include "base/result.hpp"
#include "site/content/settings.hpp"
#include "tools/proxies/site_gates.hpp"

namespace agent_access::tools {

/// What is printed: a whole site, or what a server that exists includes, which keeps pages, listeners, certificates.
enum class Extent : std::uint8_t { site, locations };

/// A replica that the site of a balancing proxy names.
struct Replica {
  std::string name;        ///< letters, digits, hyphens and underscores, at most 64; else the address
  base::Endpoint service;  ///< where the proxy connects to; port 0: that of listen.address
};

/// How many requests a client may send to all replicas together.
struct SiteLimit {
  std::string network;        ///< of the clients, as limits.wide_networks has it; empty: all others
  std::int64_t requests = 0;  ///< in a window, of an IPv4 address or an IPv6 /64
};

struct ProxySite {
  std::vector<std::string> hosts;       ///< in the order of base_urls; IPv6 literals in brackets; at least one
  bool is_tls = true;                   ///< false: loopback addresses only
  std::string port;                     ///< of all base URLs
  base::Endpoint service;               ///< where the proxy connects to
  std::optional<base::Endpoint> admin;  ///< where it can ask /readyz
  std::vector<Replica> replicas;        ///< instead of `service`; the port of `admin` is that of each
  Extent extent = Extent::site;
  bool has_pages = true;  ///< everything goes to the service, the owner's files included
  /// Everything below them is the service's; each begins and ends with a slash. Beside a site (content.beside) only
  /// those of metadata below gates.
  std::vector<std::string> prefixes = {"/oauth/", "/api/agent/"};
  /// Documents and files where the rest is another site's, with content.beside also endpoints: sorted, percent-encoded,
  /// not "/".
  std::vector<std::string> paths;
  /// What takes credentials: endpoints, the profile, gated documents, /mcp. In clear text they are refused.
  std::vector<std::string> credential_paths;
  base::ForwardedField field = base::ForwardedField::x_forwarded_for;  ///< the one that the service reads
  std::chrono::seconds hsts{0};                                        ///< 0: none
  std::vector<SiteGate> gates;                                         ///< longer prefixes first
  std::vector<SiteLimit> limits;             ///< the first that has the client counts; empty: nothing is limited
  std::chrono::milliseconds window{60'000};  ///< of the limits
  bool has_mcp = false;                      ///< requests to /mcp are also limited
};

/// Fails if the service terminates TLS itself, if it listens at no address that a proxy can connect to, and if the base
/// URLs differ in scheme or port.
[[nodiscard]] base::Result<ProxySite, app::Problems> make_proxy_site(const app::Config& config,
                                                                     const content::Settings& settings,
                                                                     std::span<const std::string> document_paths);

/// Whether the site would listen where the service does: at all addresses with TLS, else at loopback ones.
[[nodiscard]] bool takes_address_of_service(const app::Config& config, const content::Settings& settings);

/// A wildcard address becomes loopback.
[[nodiscard]] base::Endpoint upstream_of(base::Endpoint listen);

/// Whether the port is that of the scheme, which URLs leave out.
[[nodiscard]] bool has_default_port(const ProxySite& site);

/// "https://example.com:8443", without the default port.
[[nodiscard]] std::string origin_of(const ProxySite& site, std::string_view host);

/// "agent_access_example_com", "agent_access_localhost_9000": the beginning of all names in the configuration of the
/// proxy, so that sites of several services have none in common. Letters, digits and underscores.
[[nodiscard]] std::string name_of(const ProxySite& site);

/// The address of the loopback host of a base URL without TLS, not reachable from outside: "localhost" is 127.0.0.1.
[[nodiscard]] std::string_view loopback_of(std::string_view host) noexcept;

/// "10.0.0.11", "10.0.0.11:8080", "[fd00::12]" or, with a name for HAProxy, "one=10.0.0.11:8080". Host names are
/// refused: a proxy resolves them only when it starts. The error is a sentence with an example.
[[nodiscard]] base::Result<Replica, std::string> parse_replica(std::string_view text);

/// Empty if parse_replica accepts the text; else its error.
[[nodiscard]] std::string complaint_about_replica(std::string_view text);

/// Two replicas with one name or address (health checks of all use the port of listen.admin), no listen.admin to check,
/// and settings with which a proxy on another machine could not reach the service or would not be trusted.
[[nodiscard]] app::Problems problems_of_replicas(const app::Config& config, std::span<const Replica> replicas);

}  // namespace agent_access::tools
