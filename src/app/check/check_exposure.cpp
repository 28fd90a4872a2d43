#include "app/check/check_exposure.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/base_url.hpp"
#include "base/ip_address.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::app {
namespace {

using Warnings = std::vector<std::string>;

constexpr std::string_view kWww = "www.";

/// Loopback, link-local and private networks, and those of carriers (RFC 1918, 3927, 4193, 4291, 6598).
constexpr std::array<std::string_view, 9> kOwnNetworks = {"127.0.0.0/8",    "10.0.0.0/8",     "172.16.0.0/12",
                                                          "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
                                                          "::1/128",        "fc00::/7",       "fe80::/10"};

/// Whether anybody may reach a listener there: a wildcard is all addresses of the machine.
bool is_public(const std::string& listen) {
  const auto endpoint = net::parse_endpoint(listen);
  const auto address = endpoint ? base::IpAddress::parse(endpoint->address) : std::nullopt;
  return address && std::ranges::none_of(kOwnNetworks, [&](std::string_view network) {
           return base::Network::parse(network)->contains(*address);
         });
}

void warn_of_trust(const Config& config, Warnings& warnings) {
  for (const auto& network : config.trusted_proxies) {
    if (!network.ends_with("/0")) continue;
    warnings.push_back("limits.trusted_proxies: " + network + " is everybody: any client can choose the address that " +
                       "limits and log take for its own; name the networks of your proxies");
  }
}

void warn_of_listeners(const Config& config, Warnings& warnings) {
  const bool has_https = std::ranges::any_of(
      config.base_urls, [](const std::string& base_url) { return base_url.starts_with("https://"); });
  if (has_https && config.tls_certificate.empty() && is_public(config.listen_address)) {
    warnings.push_back("listen.address: " + config.listen_address +
                       " may be reached from outside, without TLS: secrets and tokens could be read on the way; let " +
                       "only the proxy connect to it, for example at 127.0.0.1:8080, or set tls.certificate");
  }
  if (is_public(config.listen_admin)) {
    warnings.push_back(
        "listen.admin: " + config.listen_admin +
        " may be reached from outside: it shows metrics to everybody; let only your monitoring connect " +
        "to it, for example at 127.0.0.1:9464");
  }
}

/// "https://www.example.com" for "https://example.com" and the reverse; nothing for loopback, addresses, and names
/// below another one.
std::optional<std::string> twin_of(const base::BaseUrl& base_url) {
  const auto host = base::host_and_port(base_url).host;
  const bool is_www = host.starts_with(kWww) && std::ranges::count(host, '.') > 1;
  if (base::is_loopback(base_url) || base::IpAddress::parse(host)) return std::nullopt;
  if (!is_www && std::ranges::count(host, '.') != 1) return std::nullopt;
  std::string twin = base_url.text();
  const auto begin = twin.find("://") + 3;
  return is_www ? twin.erase(begin, kWww.size()) : twin.insert(begin, kWww);
}

void warn_of_missing_twins(const Config& config, Warnings& warnings) {
  std::vector<std::string> known;
  for (const auto& text : config.base_urls) {
    if (const auto base_url = base::parse_base_url(text)) known.push_back(base_url->text());
  }
  for (const auto& text : known) {
    const auto twin = twin_of(*base::parse_base_url(text));
    if (!twin || std::ranges::find(known, *twin) != known.end()) continue;
    warnings.push_back("base_urls: " + text + " is there without " + *twin +
                       ", where requests get 421; if the domain has both names, list both");
  }
}

}  // namespace

Warnings exposure_warnings(const Config& config) {
  Warnings warnings;
  warn_of_trust(config, warnings);
  warn_of_listeners(config, warnings);
  warn_of_missing_twins(config, warnings);
  return warnings;
}

}  // namespace agent_access::app
