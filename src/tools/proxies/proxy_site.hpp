/// \file
/// Everything that the configuration of a reverse proxy depends on, taken from the settings and the published paths.
/// Plain data and pure functions; thread safe.
///
/// Host names are valid (base/base_url), so every proxy can take them without quotes. Paths are those of URLs: each
/// renderer quotes them for its proxy, and leaves out one that the proxy cannot express.
///
/// NOT checked: that the proxy may connect to the service, and that its address is in limits.trusted_proxies.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/ip_address.hpp"
#include "content/settings.hpp"
#include "net/io/endpoint.hpp"
#include "tools/proxies/replica.hpp"
#include "tools/proxies/site_gates.hpp"

namespace agent_access::tools {

/// What is printed: a whole site, or what a server that exists includes, which keeps its pages, listeners and
/// certificates.
enum class Extent : std::uint8_t { site, locations };

struct ProxySite {
  std::vector<std::string> hosts;      ///< in the order of base_urls; IPv6 literals in brackets; at least one
  bool is_tls = true;                  ///< false: loopback addresses only
  std::string port;                    ///< of all base URLs
  net::Endpoint service;               ///< where the proxy connects to
  std::optional<net::Endpoint> admin;  ///< where it can ask /readyz
  std::vector<Replica> replicas;       ///< instead of `service`; the port of `admin` is that of each
  Extent extent = Extent::site;
  bool has_pages = true;  ///< everything goes to the service, the owner's files included
  /// Everything below them is the service's; each begins and ends with a slash.
  std::vector<std::string> prefixes = {"/oauth/", "/api/agent/"};
  std::vector<std::string> paths;  ///< documents and files beside another site: sorted, percent-encoded, not "/"
  base::ForwardedField field = base::ForwardedField::x_forwarded_for;  ///< the one that the service reads
  bool wants_proxy_header = false;                                     ///< listen.proxy_protocol
  std::chrono::seconds hsts{0};                                        ///< 0: none
  std::vector<SiteGate> gates;                                         ///< longer prefixes first
};

/// The text of a configuration file.
struct ProxyText {
  std::string text;
  std::vector<std::string> omitted;  ///< paths that the proxy cannot express
};

/// Fails if the service terminates TLS itself, if it listens at no address that a proxy can connect to, and if the base
/// URLs differ in scheme or port.
[[nodiscard]] base::Result<ProxySite, app::Problems> make_proxy_site(const app::Config& config,
                                                                     const content::Settings& settings,
                                                                     std::span<const std::string> document_paths);

/// Whether the site would listen where the service does: a site listens at all addresses with TLS, else at loopback
/// ones.
[[nodiscard]] bool takes_address_of_service(const app::Config& config, const content::Settings& settings);

/// A wildcard address becomes loopback.
[[nodiscard]] net::Endpoint upstream_of(net::Endpoint listen);

/// "https://example.com:8443", without the default port.
[[nodiscard]] std::string origin_of(const ProxySite& site, std::string_view host);

/// "max-age=31536000"; empty if there is none, and without TLS.
[[nodiscard]] std::string hsts_of(const ProxySite& site);

/// The address of the loopback host of a base URL without TLS, which must not be reachable from outside: "localhost"
/// is 127.0.0.1.
[[nodiscard]] std::string_view loopback_of(std::string_view host) noexcept;

/// The names of the hosts, each followed by `separator` except the last.
[[nodiscard]] std::string names_of(const ProxySite& site, std::string_view separator);

/// The text without any `part`.
[[nodiscard]] std::string without(std::string text, std::string_view part);

/// " -d example.com -d www.example.com" for certbot; empty if a host is no name of the public DNS.
[[nodiscard]] std::string certbot_names(const ProxySite& site);

/// The comment about certificates for a web server that serves /.well-known/acme-challenge/ from /var/www/html, as the
/// default site of Debian does; `unit` is reloaded after a renewal.
[[nodiscard]] std::string webroot_comment(const ProxySite& site, std::string_view unit);

}  // namespace agent_access::tools
