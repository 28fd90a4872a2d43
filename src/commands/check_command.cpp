// `agent-access check`: validates everything that `serve` would read, and prints a site for a reverse proxy.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "app/check/check_documents.hpp"
#include "app/check/exposure.hpp"
#include "app/check/report_text.hpp"
#include "app/config/derived_values.hpp"
#include "app/deployment/load.hpp"
#include "app/text/table.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "commands/command_line.hpp"
#include "commands/machine_check.hpp"
#include "crypto/self_test.hpp"
#include "tools/beside/first_pages.hpp"
#include "tools/beside/site_beside.hpp"
#include "tools/proxies/check_site.hpp"
#include "tools/proxies/proxy_table.hpp"

namespace agent_access::commands {
namespace {

struct CheckOptions {
  ConfigOption config;
  std::shared_ptr<MachineCheck> machine;  ///< null: the machine is not looked at
  tools::SiteRequest site;
  std::vector<std::string> replicas;
  bool json = false;     ///< prints the report as JSON, and a site only if a proxy is named
  bool dns = false;      ///< prints DNS records instead of a site
  std::string beside{};  ///< the folder or the address of the site that exists; empty: not compared
};

void check_crypto(app::Report& report) {
  const auto tested = crypto::known_answer_self_test();
  if (tested) report.ok("crypto", "every primitive passes its known-answer test");
  if (!tested) report.fail("crypto", "wrong result of " + std::string(tested.error()) + "; do not serve with it");
}

/// Everything that `serve` would read, and the ports. The snapshot; null if there are no documents.
std::shared_ptr<const service::Snapshot> check_deployment(app::Report& report, const app::Config& config,
                                                          MachineCheck* machine) {
  app::StatusLine status(app::StatusLine::is_wanted());
  status.show("Reading the content …");
  const auto material = app::load_material(config, report);
  if (material && machine != nullptr) machine->check_certificates(report, config, *material);
  report.warn_all("exposure", app::exposure_warnings(config));
  if (material) tools::check_gates(report, config, material->settings);
  if (machine != nullptr) machine->check_ports(report, config);
  if (!material) return nullptr;
  status.show("Rendering the documents …");
  auto snapshot = app::check_documents(report, *material);
  if (snapshot) tools::report_open_paths(report, *snapshot);
  return snapshot;
}

/// What is wanted besides the report.
std::string check_all(app::Report& report, const CheckOptions& options) {
  const auto sources = options.config.sources();
  check_crypto(report);
  auto* const machine = options.machine.get();
  if (machine != nullptr && !machine->take_rights(report, options.config.path())) return {};
  const auto config = app::load_config(sources);
  if (!config) {
    report.fail_all("configuration", config.error());
    return {};
  }
  report.ok("configuration", config->file.empty() ? "environment and defaults" : app::shown(config->file));
  if (machine != nullptr) machine->check_rights(report, *config);
  const auto snapshot = check_deployment(report, *config, machine);
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
  options->machine = line.machine;
  if (options->machine) options->machine->add_options(command);
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
