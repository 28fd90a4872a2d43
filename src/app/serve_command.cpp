#include "app/serve_command.hpp"

#include <iostream>
#include <utility>

#include "app/hardening.hpp"
#include "app/service_runner.hpp"
#include "app/setting_table.hpp"
#include "app/signal_wait.hpp"
#include "app/text_table.hpp"
#include "crypto/self_test.hpp"

namespace agent_access::app {
namespace {

struct Loaded {
  Config config;
  Material material;
};

base::Result<Loaded, Problems> load(const ConfigSources& sources) {
  auto config = load_config(sources);
  if (!config) return base::Failure<Problems>(config.error());
  auto material = load_material(*config);
  if (!material) return base::Failure<Problems>(material.error());
  return Loaded{std::move(*config), std::move(*material)};
}

/// A copy of the values that the running process obeys until it ends.
Config restart_only_values(const Config& config) {
  Config copy;
  copy.listen_address = config.listen_address;
  copy.listen_admin = config.listen_admin;
  copy.threads = config.threads;
  copy.trusted_proxies = config.trusted_proxies;
  copy.limits = config.limits;
  copy.log_level = config.log_level;
  copy.log_format = config.log_format;
  return copy;
}

}  // namespace

std::vector<std::string> settings_that_need_a_restart(const Config& running, const Config& reloaded) {
  std::vector<std::string> names;
  for (const auto& setting : setting_table()) {
    if (setting.section != "listen" && setting.section != "limits" && setting.section != "log") continue;
    if (render_value(running, setting) != render_value(reloaded, setting)) names.push_back(full_name(setting));
  }
  return names;
}

int run_serve(const ServeOptions& options) {
  harden_process();
  raise_descriptor_limit();
  block_signals();
  if (const auto tested = crypto::known_answer_self_test(); !tested) {
    std::cerr << "agent-access: self-test: wrong answer from " << tested.error() << "; this machine must not serve\n";
    return 1;
  }
  auto loaded = load(options.sources);
  if (!loaded) {
    print_lines(loaded.error(), "agent-access: ");
    return 1;
  }
  const auto running = restart_only_values(loaded->config);
  Service service{std::move(loaded->config), std::move(loaded->material), options.sources.environment, {}, {}, {}};
  service.reload = [&]() -> base::Result<Reloaded, Problems> {
    auto again = load(options.sources);
    if (!again) return base::Failure<Problems>(again.error());
    return Reloaded{std::move(again->material), settings_that_need_a_restart(running, again->config)};
  };
  return run_service(std::move(service));
}

}  // namespace agent_access::app
