#include "commands/serve_command.hpp"

#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "app/config/credentials.hpp"
#include "app/config/setting_table.hpp"
#include "app/deployment/system_clock.hpp"
#include "app/rights/account.hpp"
#include "app/rights/hardening.hpp"
#include "app/serve/kept_sockets.hpp"
#include "app/serve/service_runner.hpp"
#include "app/serve/signal_wait.hpp"
#include "app/text/text_table.hpp"
#include "crypto/self_test.hpp"

namespace agent_access::commands {
namespace {

struct Loaded {
  app::Config config;
  app::Material material;
  app::TlsContextPtr tls;
};

base::Result<Loaded, app::Problems> load(const app::ConfigSources& sources) {
  auto config = app::load_config(sources);
  if (!config) return base::Failure<app::Problems>(config.error());
  auto material = app::load_material(*config);
  if (!material) return base::Failure<app::Problems>(material.error());
  auto tls = app::load_tls(*config, material->key_plan.masters.front(), std::make_shared<app::SystemClock>(),
                           material->warnings);
  if (!tls) return base::Failure<app::Problems>(tls.error());
  return Loaded{std::move(*config), std::move(*material), std::move(*tls)};
}

/// A copy of the values that the running process obeys. Secret files and what they hold are not part of it.
app::Config copy_of_values(const app::Config& config) {
  app::Config copy;
  for (const auto& setting : app::setting_table()) app::copy_value(copy, config, setting);
  return copy;
}

/// The account to switch to, and warnings about security.
base::Result<std::optional<app::Account>, std::string> plan_account(const app::Config& config,
                                                                    std::vector<std::string>& warnings) {
  if (const auto warning = app::memory_lock_warning()) warnings.push_back(*warning);
  if (::geteuid() != 0) return std::optional<app::Account>();
  auto account = app::find_account(config);
  if (account && !*account) {
    warnings.emplace_back("running as root; create a user and set listen.user, or start as another user");
  }
  if (account && *account) {
    for (const auto& file : app::unreadable_files(**account, config)) {
      warnings.push_back("a reload will fail: " + file.string() + " cannot be read by the user " + (*account)->name);
    }
  }
  return account;
}

bool drop_root(const app::Account& account) {
  const auto done = app::become(account);
  if (!done) std::cerr << "agent-access: " << done.error() << '\n';
  return done.has_value();
}

}  // namespace

std::vector<std::string> settings_that_need_a_restart(const app::Config& running, const app::Config& reloaded) {
  std::vector<std::string> names;
  for (const auto& setting : app::setting_table()) {
    if (app::needs_restart(running, reloaded, setting)) names.push_back(app::full_name(setting));
  }
  return names;
}

int run_serve(const ServeOptions& options) {
  app::harden_process();
  app::raise_descriptor_limit();
  app::block_signals();
  if (const auto tested = crypto::known_answer_self_test(); !tested) {
    std::cerr << "agent-access: self-test: wrong result of " << tested.error() << "; this machine must not serve\n";
    return 1;
  }
  app::KeptSockets kept(options.sources.environment);
  auto loaded = load(options.sources);
  if (!loaded) {
    app::print_lines(loaded.error(), "agent-access: ");
    return 1;
  }
  const auto account = plan_account(loaded->config, loaded->material.warnings);
  if (!account) {
    std::cerr << "agent-access: " << account.error() << '\n';
    return 1;
  }
  const auto running = copy_of_values(loaded->config);
  app::Service service{std::move(loaded->config), std::move(loaded->material), options.sources.environment, {}, {}, {}};
  service.kept = kept.take(*net::parse_endpoint(service.config.listen_address));
  service.on_started = [&](const service::Snapshot&) { kept.start_succeeded(); };
  service.reload = [&]() -> base::Result<app::Reloaded, app::Problems> {
    auto again = load(options.sources);
    if (!again) return base::Failure<app::Problems>(again.error());
    return app::Reloaded{std::move(again->material), settings_that_need_a_restart(running, again->config),
                         app::settings_from_credentials(again->config), std::move(again->tls),
                         app::setting_rows(again->config)};
  };
  if (*account) service.before_serving = [&] { return drop_root(**account); };
  service.tls = std::move(loaded->tls);
  return app::run_service(std::move(service));
}

}  // namespace agent_access::commands
