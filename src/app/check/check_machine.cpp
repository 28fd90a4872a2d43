#include "app/check/check_machine.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "app/rights/account.hpp"
#include "app/rights/unit.hpp"
#include "app/text/words.hpp"
#include "base/base_url.hpp"
#include "base/ip_address.hpp"
#include "crypto/self_test.hpp"
#include "net/io/sockets.hpp"

namespace agent_access::app {
namespace {

using Warnings = std::vector<std::string>;

constexpr std::string_view kWww = "www.";

/// Whether anybody may reach a listener there: a wildcard is all addresses of the machine.
bool is_public(const std::string& listen) {
  const auto endpoint = net::parse_endpoint(listen);
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

CheckUser choose_check_user(const std::string& as, const std::filesystem::path& config_file) {
  if (!as.empty()) return {as, {}};
  const std::string user(kUnitUser);
  if (::geteuid() != 0 || !account_of(user)) return {};
  const auto unit = unit_of(config_file);
  return unit ? CheckUser{user, *unit + ".service"} : CheckUser{};
}

base::Result<void, std::string> become_check_user(const CheckUser& user) {
  if (user.name.empty()) return {};
  const auto account = account_of(user.name);
  if (!account) return base::Failure<std::string>("there is no user " + in_quotes(user.name));
  if (account->user == ::geteuid()) return {};
  if (::geteuid() != 0) return base::Failure<std::string>("only root can check as another user; run it with sudo");
  return become(*account);
}

void check_crypto(Report& report) {
  const auto tested = crypto::known_answer_self_test();
  if (tested) report.ok("crypto", "every primitive passes its known-answer test");
  if (!tested) report.fail("crypto", "wrong result of " + std::string(tested.error()) + "; do not serve with it");
}

void check_unit(Report& report, const Config& config, const CheckUser& user) {
  if (user.name.empty() && ::geteuid() == 0) {
    report.warn("user",
                "files are read with the rights of root, and serve started by root stays root; --as names the "
                "user that serves");
  }
  if (user.name.empty()) return;
  const auto source = user.unit.empty() ? "" : " (of " + user.unit + "; --as names another)";
  report.ok("user", "files are read with the rights of user " + user.name + source);
  if (user.unit.empty()) return;
  for (const auto& file : files_hidden_by_unit(config)) {
    report.fail("user", shown(file) + " does not exist for " + user.unit +
                            ", which hides /home, /root and /tmp; "
                            "move it to " +
                            std::string(kUnitFolder));
  }
}

void check_port(Report& report, std::string_view name, const std::string& text, const CheckUser& user,
                const FindHolder& find_holder) {
  constexpr std::uint16_t kFirstUnprivileged = 1024;
  const auto endpoint = net::parse_endpoint(text);
  if (!endpoint) return report.ok(name, "off");
  const auto opened = net::listen_on(*endpoint, 1);
  if (opened) return report.ok(name, text + " is free");
  const int error = opened.error().error;
  if (error == EADDRINUSE) {
    const auto holder = find_holder(*endpoint);
    return holder.is_own ? report.ok(name, text + " " + holder.text)
                         : report.warn(name, text + " " + holder.text + "; choose another port in [listen]");
  }
  const std::string problem = text + ": " + net::describe_bind_error(*endpoint, error);
  if (error == EADDRNOTAVAIL) return report.fail(name, problem);
  if (!user.name.empty() && endpoint->port < kFirstUnprivileged) {
    return report.warn(name, text + ": ports below 1024 need the drop-in port-443.conf, or agent-access.socket");
  }
  report.fail(name, problem + "; choose another port in [listen], or grant CAP_NET_BIND_SERVICE");
}

Warnings exposure_warnings(const Config& config) {
  Warnings warnings;
  warn_of_trust(config, warnings);
  warn_of_listeners(config, warnings);
  warn_of_missing_twins(config, warnings);
  return warnings;
}

}  // namespace agent_access::app
