// `agent-access check`: validates everything that `serve` would read, and prints a site for a reverse proxy.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "app/check/check_documents.hpp"
#include "app/check/check_machine.hpp"
#include "app/check/report_text.hpp"
#include "app/config/derived_values.hpp"
#include "app/deployment/load.hpp"
#include "app/text/table.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "commands/command_line.hpp"
#include "tools/beside/first_pages.hpp"
#include "tools/beside/site_beside.hpp"
#include "tools/client/listener.hpp"
#include "tools/proxies/check_site.hpp"
#include "tools/proxies/proxy_table.hpp"

namespace agent_access::commands {
namespace {

struct CheckOptions {
  ConfigOption config;
  /// The user whose rights decide which files can be read. Empty: as root the user of the installed unit if that serves
  /// the configuration, else the present one.
  std::string as;
  tools::SiteRequest site;
  std::vector<std::string> replicas;
  bool json = false;     ///< prints the report as JSON, and a site only if a proxy is named
  bool dns = false;      ///< prints DNS records instead of a site
  std::string beside{};  ///< the folder or the address of the site that exists; empty: not compared
};

app::PortHolder holder_of(tools::Listener listener) {
  switch (listener) {
    case tools::Listener::own: return {"is in use by this service, which is running", true};
    case tools::Listener::other_site: return {"is in use by an agent-access with other base_urls"};
    case tools::Listener::other: break;
  }
  return {"is in use by another program"};
}

/// Holds a port that cannot be asked: who answers there is known by the base URLs, and over TLS not at all.
app::PortHolder unknown_holder() { return {"is in use (expected if the service is running)"}; }

void check_ports(app::Report& report, const app::Config& config, const app::CheckUser& user) {
  const auto& base_urls = config.settings.base_urls;
  const auto address_of = [](const net::Endpoint& endpoint) {
    return "http://" + net::to_text(tools::upstream_of(endpoint));
  };
  app::check_port(report, "listen.address", config.listen_address, user, [&](const net::Endpoint& endpoint) {
    if (app::has_tls(config) || base_urls.empty()) return unknown_holder();
    return holder_of(tools::find_listener(address_of(endpoint), content::authorities_of(base_urls.front()).front()));
  });
  app::check_port(report, "listen.admin", config.listen_admin, user, [&](const net::Endpoint& endpoint) {
    if (base_urls.empty()) return unknown_holder();
    return holder_of(tools::find_admin_listener(address_of(endpoint), base_urls.front().text()));
  });
}

/// Everything that `serve` would read, and the ports. The snapshot; null if there are no documents.
std::shared_ptr<const service::Snapshot> check_deployment(app::Report& report, const app::Config& config,
                                                          const app::CheckUser& user) {
  app::StatusLine status(app::StatusLine::is_wanted());
  status.show("Reading the content …");
  const auto deployment = app::load(config, report);
  report.warn_all("exposure", app::exposure_warnings(config));
  if (deployment) tools::check_gates(report, config, deployment->material.settings);
  check_ports(report, config, user);
  if (!deployment) return nullptr;
  status.show("Rendering the documents …");
  auto snapshot = app::check_documents(report, deployment->material);
  if (snapshot) tools::report_open_paths(report, *snapshot);
  return snapshot;
}

/// What is wanted besides the report.
std::string check_all(app::Report& report, const CheckOptions& options) {
  const auto sources = options.config.sources();
  app::check_crypto(report);
  const auto user = app::choose_check_user(options.as, options.config.path());
  if (const auto became = app::become_check_user(user); !became) {
    report.fail("user", became.error());
    return {};
  }
  const auto config = app::load_config(sources);
  if (!config) {
    report.fail_all("configuration", config.error());
    return {};
  }
  report.ok("configuration", config->file.empty() ? "environment and defaults" : app::shown(config->file));
  app::check_unit(report, *config, user);
  const auto snapshot = check_deployment(report, *config, user);
  if (!snapshot) return {};
  if (!options.beside.empty()) {
    tools::check_site_beside(report, options.beside, *snapshot);
    tools::check_first_pages(report, options.beside, snapshot->settings);
  }
  if (!options.dns) {
    const bool is_wanted = !options.json || !options.site.proxy.empty();
    return is_wanted ? tools::render_site(report, options.site, *config, *snapshot) : std::string();
  }
  auto records = tools::render_dns_records(snapshot->settings, app::has_tls(*config));
  if (records.empty()) report.fail("dns", "base_urls has no host name that the DNS could have for everybody");
  return records;
}

/// Prints a line for each check, then the site. If a proxy is named or DNS records are wanted, the lines go to standard
/// error and only the site or the records to standard output, so that they can be written to a file; what cannot be
/// made is a FAIL then. Warnings are no failure.
int run_check(CheckOptions& options) {
  for (const auto& text : options.replicas) options.site.replicas.push_back(*tools::parse_replica(text));
  if (!options.replicas.empty() && !tools::find_proxy(options.site.proxy)->can.balances) {
    throw CLI::ValidationError(
        "--replica", "the site for " + options.site.proxy + " has one replica; for several write --proxy haproxy");
  }
  app::Report report;
  const auto wanted = check_all(report, options);
  const bool prints_file = options.dns || !options.site.proxy.empty();
  (prints_file ? std::cerr : std::cout) << (options.json ? app::render_report_json(report)
                                                         : app::render_report(report, app::terminal_columns()));
  std::cout << wanted;
  return app::has_failed(report) ? 1 : 0;
}

}  // namespace

void add_check(CommandLine& line) {
  auto& command = add_command(line, "check", "Validate configuration, content, secret, keys and ports without serving",
                              "check --config agent-access.toml\n"
                              "  agent-access check --beside https://example.com\n"
                              "  agent-access check --proxy caddy > agent-access.caddy\n"
                              "  agent-access check --proxy haproxy --replica 10.0.0.11 --replica 10.0.0.12");
  const auto options = std::make_shared<CheckOptions>();
  options->config.add_to(command);
  command
      .add_option("--as", options->as,
                  "The user whose rights decide what can be read; default for root and files in /etc/agent-access: "
                  "the user of the installed unit")
      ->type_name("USER");
  auto* const proxy = command.add_option("--proxy", options->site.proxy,
                                         "Print only a site for this proxy; the report goes to standard error");
  proxy->check(tools::complaint_about_proxy)->type_name(tools::proxy_names("|"));
  command
      .add_flag_callback(
          "--locations", [options] { options->site.extent = tools::Extent::locations; },
          "Print only what your existing site includes: the paths of the service and its documents")
      ->needs(proxy);
  command
      .add_option("--replica", options->replicas,
                  "A replica in the site for HAProxy, which then limits each client for all together; repeat for each")
      ->check(tools::complaint_about_replica)
      ->needs(proxy)
      ->type_name("[NAME=]ADDRESS[:PORT]");
  command
      .add_option(
          "--beside", options->beside,
          "The folder or the address of the site that you have: names paths that it and this service have both, "
          "and what does not lead from it to the service")
      ->check(tools::complaint_about_site)
      ->type_name("DIR|URL");
  command
      .add_flag("--dns", options->dns,
                "Print only optional DNS records (DNS-AID) for the zone of the site; the report goes to standard error")
      ->excludes(proxy);
  add_json_option(command, options->json);
  set_run(line, command, options, run_check);
}

}  // namespace agent_access::commands
