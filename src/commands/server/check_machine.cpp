#include "commands/server/check_machine.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <string_view>

#include "app/certificates/tls_files.hpp"
#include "app/config/derived_values.hpp"
#include "app/config/unit.hpp"
#include "app/rights/account.hpp"
#include "app/text/words.hpp"
#include "base/result.hpp"
#include "net/io/sockets.hpp"
#include "tools/client/listener.hpp"
#include "tools/proxies/proxy_site.hpp"

namespace agent_access::commands {
namespace {

CheckUser choose_user(const std::string& as, const std::filesystem::path& config_file) {
  if (!as.empty()) return {as, {}};
  const std::string user(app::kUnitUser);
  if (::geteuid() != 0 || !app::account_of(user)) return {};
  const auto unit = app::unit_of(config_file);
  return unit ? CheckUser{user, *unit + ".service"} : CheckUser{};
}

base::Result<void, std::string> become_user(const CheckUser& user) {
  if (user.name.empty()) return {};
  const auto account = app::account_of(user.name);
  if (!account) return base::Failure<std::string>("there is no user " + app::in_quotes(user.name));
  if (account->user == ::geteuid()) return {};
  if (::geteuid() != 0) return base::Failure<std::string>("only root can check as another user; run it with sudo");
  return app::become(*account);
}

/// Who holds an address that is in use, and whether that is no problem.
struct PortHolder {
  std::string text;     ///< "is in use by another program", behind the address
  bool is_own = false;  ///< the service itself, which already runs
};

PortHolder holder_of(tools::Listener listener) {
  switch (listener) {
    case tools::Listener::own: return {"is in use by this service, which is running", true};
    case tools::Listener::other_site: return {"is in use by an agent-access with other base_urls"};
    case tools::Listener::other: break;
  }
  return {"is in use by another program"};
}

/// Holds a port that cannot be asked: who answers there is known by the base URLs, and over TLS not at all.
PortHolder unknown_holder() { return {"is in use (expected if the service is running)"}; }

/// Whether the service can listen at `text`, the value of the setting `name`. A port that another one holds is a
/// warning.
void check_port(app::Report& report, std::string_view name, const std::string& text, const CheckUser& user,
                const std::function<PortHolder(const base::Endpoint& endpoint)>& find_holder) {
  constexpr std::uint16_t kFirstUnprivileged = 1024;
  const auto endpoint = base::parse_endpoint(text);
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

}  // namespace

void ServingMachine::add_options(CLI::App& command) {
  command
      .add_option("--as", as_,
                  "The user whose rights decide what can be read; default for root and files in /etc/agent-access: "
                  "the user of the installed unit")
      ->type_name("USER");
}

bool ServingMachine::take_rights(app::Report& report, const std::filesystem::path& config_file) {
  user_ = choose_user(as_, config_file);
  const auto became = become_user(user_);
  if (!became) report.fail("user", became.error());
  return became.has_value();
}

void ServingMachine::check_rights(app::Report& report, const app::Config& config) {
  if (user_.name.empty() && ::geteuid() == 0) {
    report.warn("user",
                "files are read with the rights of root, and serve started by root stays root; --as names the "
                "user that serves");
  }
  if (user_.name.empty()) return;
  const auto source = user_.unit.empty() ? "" : " (of " + user_.unit + "; --as names another)";
  report.ok("user", "files are read with the rights of user " + user_.name + source);
  if (user_.unit.empty()) return;
  for (const auto& file : app::files_hidden_by_unit(config)) {
    report.fail("user", app::shown(file) + " does not exist for " + user_.unit +
                            ", which hides /home, /root and /tmp; "
                            "move it to " +
                            std::string(app::kUnitFolder));
  }
}

void ServingMachine::check_certificates(app::Report& report, const app::Config& config, const app::Material& material) {
  static_cast<void>(app::load_tls(config, material, report));
}

void ServingMachine::check_ports(app::Report& report, const app::Config& config) {
  const auto& base_urls = config.settings.base_urls;
  const auto address_of = [](const base::Endpoint& endpoint) {
    return "http://" + base::to_text(tools::upstream_of(endpoint));
  };
  check_port(report, "listen.address", config.listen_address, user_, [&](const base::Endpoint& endpoint) {
    if (app::has_tls(config) || base_urls.empty()) return unknown_holder();
    return holder_of(tools::find_listener(address_of(endpoint), content::authorities_of(base_urls.front()).front()));
  });
  check_port(report, "listen.admin", config.listen_admin, user_, [&](const base::Endpoint& endpoint) {
    if (base_urls.empty()) return unknown_holder();
    return holder_of(tools::find_admin_listener(address_of(endpoint), base_urls.front().text()));
  });
}

}  // namespace agent_access::commands
