#include "commands/dev_options.hpp"

#include "app/config/derived_values.hpp"
#include "app/text/words.hpp"
#include "base/endpoint.hpp"

namespace agent_access::commands {

CLI::App& add_dev_command(CommandLine& line) {
  return add_command(line, "dev", "Serve a playground: temporary secret, built-in example site",
                     "dev --listen 127.0.0.1:9000\n  agent-access dev --site my-site --open");
}

void DevOptions::add_to(CLI::App& command) {
  command.add_option("--listen", listen, "Where to listen; port 0: any free one")
      ->check([](const std::string& text) {
        return base::parse_endpoint(text) ? "" : "must be ADDRESS:PORT, for example --listen 127.0.0.1:9000";
      })
      ->type_name("ADDRESS:PORT");
  command
      .add_option("--site", site,
                  "A folder with site.json and, optionally, profile.json, faq.json and public/; changes show at once")
      ->type_name("DIR");
  from.add_to(command);
  command.get_option("--from")->excludes("--site");
  command.add_flag("--open", open, "Open the site in a browser: that of BROWSER, or the default one");
}

app::ConfigSources DevOptions::config_sources() const {
  app::ConfigSources sources{{}, app::take_process_environment(), {}};
  if (!listen.empty()) sources.flags.push_back({"listen.address", listen, "--listen"});
  return sources;
}

base::Result<app::Playground, app::Problems> DevOptions::playground(const app::Config& config) const {
  if (app::has_tls(config)) {
    return base::Failure<app::Problems>({"dev serves plain HTTP; unset AGENT_ACCESS_TLS_CERTIFICATE"});
  }
  return app::Playground{.site = site,
                         .config = site.empty() ? site : site / kConfigName,
                         .sources = from.files,
                         .publish = from.publish,
                         .listen = *base::parse_endpoint(config.listen_address),
                         .secret = {}};
}

std::string DevOptions::watched(const std::vector<std::filesystem::path>& sources) const {
  if (!site.empty()) return app::shown(site);
  if (sources.empty()) return {};
  return sources.size() == 1 ? app::shown(sources.front()) : app::counted(sources.size(), "source");
}

}  // namespace agent_access::commands
