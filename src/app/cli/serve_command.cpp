#include "app/cli/serve_command.hpp"

#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/deployment/system_clock.hpp"
#include "app/report/text_table.hpp"
#include "app/serve/account.hpp"
#include "app/serve/hardening.hpp"
#include "app/serve/service_runner.hpp"
#include "app/serve/signal_wait.hpp"
#include "crypto/self_test.hpp"

namespace agent_access::app {
namespace {

struct Loaded {
  Config config;
  Material material;
  TlsContextPtr tls;
};

base::Result<Loaded, Problems> load(const ConfigSources& sources) {
  auto config = load_config(sources);
  if (!config) return base::Failure<Problems>(config.error());
  auto material = load_material(*config);
  if (!material) return base::Failure<Problems>(material.error());
  auto tls = load_tls(*config, material->key_plan.masters.front(), std::make_shared<SystemClock>(), material->warnings);
  if (!tls) return base::Failure<Problems>(tls.error());
  return Loaded{std::move(*config), std::move(*material), std::move(*tls)};
}

/// These settings take effect with the next snapshot.
bool is_of_limit_policy(const Setting& setting) {
  const auto name = full_name(setting);
  return name == "limits.requests" || name == "limits.window" || name == "limits.wide_networks" ||
         name == "limits.ceiling" || name == "limits.trusted_proxies" || name == "limits.forwarded_field";
}

/// A copy of the values that stay in effect until the process ends.
Config restart_only_values(const Config& config) {
  Config copy;
  copy.listen_address = config.listen_address;
  copy.listen_admin = config.listen_admin;
  copy.threads = config.threads;
  copy.proxy_protocol = config.proxy_protocol;
  copy.http2_prior_knowledge = config.http2_prior_knowledge;
  copy.drain_delay = config.drain_delay;
  copy.listen_user = config.listen_user;
  copy.limits = config.limits;
  copy.limit_shared = config.limit_shared.duplicate();
  copy.limit_shared_file = config.limit_shared_file;
  copy.tls_certificate = config.tls_certificate;
  copy.log_level = config.log_level;
  copy.log_format = config.log_format;
  copy.log_refusals = config.log_refusals;
  return copy;
}

/// The account to switch to, and warnings about security.
base::Result<std::optional<Account>, std::string> plan_account(const Config& config,
                                                               std::vector<std::string>& warnings) {
  if (const auto warning = memory_lock_warning()) warnings.push_back(*warning);
  if (::geteuid() != 0) return std::optional<Account>();
  auto account = find_account(config);
  if (account && !*account) {
    warnings.emplace_back("running as root; create a user and set listen.user, or start as another user");
  }
  if (account && *account) {
    for (const auto& file : unreadable_files(**account, config)) {
      warnings.push_back("a reload will fail: " + file.string() + " cannot be read by the user " + (*account)->name);
    }
  }
  return account;
}

bool drop_root(const Account& account) {
  const auto done = become(account);
  if (!done) std::cerr << "agent-access: " << done.error() << '\n';
  return done.has_value();
}

}  // namespace

std::vector<std::string> settings_that_need_a_restart(const Config& running, const Config& reloaded) {
  std::vector<std::string> names;
  for (const auto& setting : setting_table()) {
    if (setting.section != "listen" && setting.section != "limits" && setting.section != "log") continue;
    if (is_of_limit_policy(setting)) continue;
    if (!has_equal_value(running, reloaded, setting)) names.push_back(full_name(setting));
  }
  if (has_tls(running) != has_tls(reloaded)) names.emplace_back("tls.certificate");
  return names;
}

int run_serve(const ServeOptions& options) {
  harden_process();
  raise_descriptor_limit();
  block_signals();
  if (const auto tested = crypto::known_answer_self_test(); !tested) {
    std::cerr << "agent-access: self-test: wrong result of " << tested.error() << "; this machine must not serve\n";
    return 1;
  }
  auto loaded = load(options.sources);
  if (!loaded) {
    print_lines(loaded.error(), "agent-access: ");
    return 1;
  }
  const auto account = plan_account(loaded->config, loaded->material.warnings);
  if (!account) {
    std::cerr << "agent-access: " << account.error() << '\n';
    return 1;
  }
  const auto running = restart_only_values(loaded->config);
  Service service{std::move(loaded->config), std::move(loaded->material), options.sources.environment, {}, {}, {}};
  service.reload = [&]() -> base::Result<Reloaded, Problems> {
    auto again = load(options.sources);
    if (!again) return base::Failure<Problems>(again.error());
    return Reloaded{std::move(again->material), settings_that_need_a_restart(running, again->config),
                    std::move(again->tls)};
  };
  if (*account) service.before_serving = [&] { return drop_root(**account); };
  service.tls = std::move(loaded->tls);
  return run_service(std::move(service));
}

}  // namespace agent_access::app
