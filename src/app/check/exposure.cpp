#include "app/check/exposure.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/base_url.hpp"
#include "base/endpoint.hpp"
#include "base/ip_address.hpp"

namespace agent_access::app {
namespace {

using Warnings = std::vector<std::string>;

constexpr std::string_view kWww = "www.";

/// Whether anybody may reach a listener there: a wildcard is all addresses of the machine.
bool is_public(const std::string& listen) {
  const auto endpoint = base::parse_endpoint(listen);
  const auto address = endpoint ? base::IpAddress::parse(endpoint->address) : std::nullopt;
  return address && !address->is_private_use();
}

void warn_of_trust(const Config& config, Warnings& warnings) {
  for (const auto& network : config.policy.trusted.networks) {
    if (!network.text().ends_with("/0")) continue;
    warnings.push_back("limits.trusted_proxies: " + network.text() +
                       " is everybody: any client can choose the address that " +
                       "limits and log take for its own; name the networks of your proxies");
  }
}

void warn_of_listeners(const Config& config, Warnings& warnings) {
  const bool has_https = std::ranges::any_of(
      config.settings.base_urls, [](const auto& base_url) { return base_url.text().starts_with("https://"); });
  if (has_https && config.tls_certificate.empty() && is_public(config.listen_address)) {
    warnings.push_back("listen.address: " + config.listen_address +
                       " may be reached from outside, without TLS: secrets and tokens could be read on the way; let " +
                       "only the proxy connect to it, for example at 127.0.0.1:8080, or set tls.certificate");
  }
  if (is_public(config.listen_admin)) {
    warnings.push_back("listen.admin: " + config.listen_admin +
                       " may be reached from outside: anyone can read the metrics; let only your monitoring connect " +
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
  const auto& known = config.settings.base_urls;
  for (const auto& base_url : known) {
    const auto twin = twin_of(base_url);
    if (!twin || std::ranges::find(known, *twin, &base::BaseUrl::text) != known.end()) continue;
    warnings.push_back("base_urls: " + base_url.text() + " is there without " + *twin +
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
