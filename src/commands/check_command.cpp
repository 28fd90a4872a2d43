#include "commands/check_command.hpp"

#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "app/check/check_access.hpp"
#include "app/check/check_exposure.hpp"
#include "app/check/check_port.hpp"
#include "app/check/check_report.hpp"
#include "app/check/check_user.hpp"
#include "app/deployment/confidential.hpp"
#include "app/deployment/example_content.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/page_settings.hpp"
#include "app/deployment/replaced_documents.hpp"
#include "app/deployment/robots_settings.hpp"
#include "app/deployment/static_root.hpp"
#include "app/deployment/system_clock.hpp"
#include "app/deployment/tls_files.hpp"
#include "app/rights/account.hpp"
#include "app/rights/installed_unit.hpp"
#include "app/serve/shared_limits.hpp"
#include "app/text/value_text.hpp"
#include "crypto/self_test.hpp"
#include "tools/proxies/check_site.hpp"

namespace agent_access::commands {
namespace {

void check_crypto(app::CheckReport& report) {
  const auto tested = crypto::known_answer_self_test();
  if (tested) report.ok("crypto", "every primitive passes its known-answer test");
  if (!tested) report.fail("crypto", "wrong result of " + std::string(tested.error()) + "; do not serve with it");
}

std::optional<content::Settings> check_hosts(app::CheckReport& report, const app::Config& config) {
  auto settings = app::load_settings(config);
  if (!settings) {
    report.fail_all("base URLs", settings.error());
    return std::nullopt;
  }
  std::string text;
  for (const auto& base_url : settings->base_urls) text += (text.empty() ? "" : ", ") + base_url.text();
  report.ok("base URLs", text);
  return std::move(*settings);
}

std::optional<app::KeyPlan> check_keys(app::CheckReport& report, const app::Config& config) {
  std::vector<std::string> warnings;
  auto plan = app::load_key_plan(config, warnings);
  for (const auto& warning : warnings) report.warn("files", warning);
  if (!plan) {
    report.fail_all("secret, keys", plan.error());
    return std::nullopt;
  }
  const auto fingerprint = plan->masters.front().fingerprint();
  report.ok("secret", "fingerprint " + (fingerprint ? *fingerprint : std::string("unavailable")) + ", " +
                          std::to_string(plan->masters.size() - 1) + " previous");
  const auto schedule = app::make_schedule(*plan, app::SystemClock{}.now());
  if (!schedule) {
    report.fail("keys", app::describe(schedule.error()));
    return std::nullopt;
  }
  report.ok("keys", std::to_string(schedule->keys().size()) +
                        " published, next rotation: " + app::format_time(schedule->next_rotation()));
  return std::move(*plan);
}

std::optional<content::Profile> check_profile(app::CheckReport& report, const app::Config& config) {
  std::vector<std::string> warnings;
  auto profile = app::load_profile(config, app::Fallback::minimal, warnings);
  for (const auto& warning : warnings) report.warn("profile", warning);
  if (!profile) {
    report.fail_all("profile", profile.error());
    return std::nullopt;
  }
  report.ok("profile", config.profile.string());
  return std::move(*profile);
}

std::string describe_source(const app::Config& config, std::string_view setting, const std::filesystem::path& path) {
  if (path.empty()) return "switched off";
  return app::is_absent_by_default(config, setting, path) ? "no " + path.string() : path.string();
}

std::optional<content::Site> check_site(app::CheckReport& report, const app::Config& config, const std::string& name) {
  std::vector<std::string> warnings;
  auto site = app::load_site(config, name, app::Fallback::minimal, warnings);
  for (const auto& warning : warnings) report.warn("site", warning);
  if (!site) {
    report.fail_all("site", site.error());
    return std::nullopt;
  }
  report.ok("site", describe_source(config, "content.site", config.site) + ": " + site->owner.name + ", " +
                        std::to_string(site->publications.size()) + " publications, " +
                        std::to_string(site->projects.size()) + " projects, " + (site->cv ? "a CV" : "no CV"));
  return std::move(*site);
}

std::optional<content::Faq> check_faq(app::CheckReport& report, const app::Config& config, std::string_view language) {
  std::vector<std::string> warnings;
  auto faq = app::load_faq(config, language, app::Fallback::minimal, warnings);
  for (const auto& warning : warnings) report.warn("faq", warning);
  if (!faq) {
    report.fail_all("faq", faq.error());
    return std::nullopt;
  }
  report.ok("faq", describe_source(config, "content.faq", config.faq) + ": " + std::to_string(faq->questions.size()) +
                       " questions");
  return std::move(*faq);
}

std::optional<app::StaticRoot> check_root(app::CheckReport& report, const app::Config& config,
                                          const app::Confidential& confidential) {
  report.begin("Reading content.root …");
  std::vector<std::string> warnings;
  auto root = app::load_static_root(config, confidential, warnings);
  for (const auto& warning : warnings) report.warn("root", warning);
  if (!root) {
    report.fail_all("root", root.error());
    return std::nullopt;
  }
  if (app::is_absent_by_default(config, "content.root", config.root)) {
    report.ok("root", "no folder " + config.root.string() + " (optional)");
    return std::move(*root);
  }
  report.ok("root", describe_source(config, "content.root", config.root) + ": " + std::to_string(root->file_count) +
                        " files, " + std::to_string(root->size) + " bytes");
  return std::move(*root);
}

void check_replaced(app::CheckReport& report, const app::Config& config, const app::Material& material,
                    const oauth::KeySchedule& keys) {
  const auto replaced = app::replaced_documents(config.root, material.settings, material.content, keys, material.files);
  if (!replaced) return report.fail_all("replaced", replaced.error());
  std::string text;
  for (const auto& path : *replaced) text += (text.empty() ? "" : ", ") + path;
  report.ok("replaced", text.empty() ? "your files replace no generated document" : text);
}

/// Whether the service sees the files; what it may read is found out by reading as its user.
void check_unit(app::CheckReport& report, const app::Config& config, const app::CheckUser& user) {
  if (user.name.empty()) return;
  const auto source = user.is_of_unit ? " (of agent-access.service; --as names another)" : "";
  report.ok("user", "files are read with the rights of user " + user.name + source);
  if (!user.is_of_unit) return;
  for (const auto& file : app::files_hidden_by_unit(config)) {
    report.fail("user", file.string() +
                            " does not exist for agent-access.service, which hides /home, /root and /tmp; "
                            "move it to " +
                            std::string(app::kUnitFolder));
  }
}

/// Only root can become another user.
void check_account(app::CheckReport& report, const app::Config& config) {
  if (::geteuid() != 0) return;
  const auto account = app::find_account(config);
  if (!account) return report.fail("listen.user", account.error());
  if (!*account) {
    const auto reason = config.listen_user.empty() ? "empty" : "user " + config.listen_user + " does not exist";
    return report.warn("listen.user", reason + "; serve would run as root");
  }
  const auto unreadable = app::unreadable_files(**account, config);
  for (const auto& file : unreadable) {
    report.warn("listen.user", (*account)->name + " cannot read " + file.string() + ", which a reload needs");
  }
  if (unreadable.empty()) report.ok("listen.user", (*account)->name + " can read what a reload needs");
}

void check_tls(app::CheckReport& report, const app::Config& config, const app::Material& material) {
  std::vector<std::string> files;
  const auto context =
      app::load_tls(config, material.key_plan.masters.front(), std::make_shared<app::SystemClock>(), files);
  if (!context) return report.fail_all("tls", context.error());
  if (!*context) return report.ok("tls", "off; the proxy in front must terminate TLS");
  for (const auto& facts : (*context)->certificates()) report.ok("tls", app::describe(facts));
  for (const auto& finding : app::validate_tls(**context, material.settings.base_urls, app::SystemClock{}.now())) {
    finding.grade == app::TlsFinding::Grade::failure ? report.fail("tls", finding.text)
                                                     : report.warn("tls", finding.text);
  }
}

void check_shared_limits(app::CheckReport& report, const CheckOptions& options, const app::Config& config,
                         std::span<const oauth::MasterSecret> masters) {
  if (config.limit_shared.size() == 0) {
    if (options.site.replicas.size() > 1) report.ok("limits.shared", "off: each replica counts for itself");
    return;
  }
  report.begin("Asking Redis …");
  const auto problem = app::probe_shared_limits(config, masters);
  if (!problem) return report.ok("limits.shared", "Redis responds and accepts writes");
  // Not a failure: without Redis every replica limits alone.
  report.warn("limits.shared", *problem + "; meanwhile each replica counts for itself");
}

/// Everything that the configuration refers to, or nothing when a part of it is wrong.
std::optional<app::Material> check_material(app::CheckReport& report, const app::Config& config) {
  auto settings = check_hosts(report, config);
  auto plan = check_keys(report, config);
  auto profile = check_profile(report, config);
  auto site = check_site(report, config, settings ? app::host_of(settings->base_urls.front()) : "");
  auto faq = check_faq(report, config, site ? site->language : "en");
  const std::span<const oauth::MasterSecret> masters =
      plan ? std::span(std::as_const(plan->masters)) : std::span<const oauth::MasterSecret>();
  const app::Confidential confidential(config, masters, profile ? &*profile : nullptr);
  auto root = check_root(report, config, confidential);
  const bool has_sources = app::check_access_sources(report, config, confidential);
  if (!settings || !plan || !profile || !site || !faq || !root || !has_sources) return std::nullopt;
  return app::Material{std::move(*settings),   std::move(*plan),
                       std::move(*profile),    {std::move(*site), std::move(*faq)},
                       std::move(root->files), {}};
}

/// The snapshot from which the site of a proxy is made; null if a document cannot be made.
std::shared_ptr<const service::Snapshot> check_documents(app::CheckReport& report, const app::Config& config,
                                                         const app::Material& material) {
  report.begin("Compressing the documents …");
  const auto snapshot = app::make_snapshot(material, 1, app::SystemClock{}.now());
  if (!snapshot) {
    report.fail("documents", app::describe(snapshot.error()));
    return nullptr;
  }
  check_replaced(report, config, material, (*snapshot)->keys);
  if (const auto warning = app::ineffective_robots_settings(config, material.files)) report.warn("robots", *warning);
  for (const auto& warning : app::example_warnings(material.settings)) report.warn("example", warning);
  for (const auto& warning : app::page_warnings(config, material.content.site, material.files))
    report.warn("pages", warning);
  app::check_access_rows(report, config, material.settings, material.content, material.files);
  report.ok("documents", std::to_string((*snapshot)->documents.paths(0).size()) + " documents per host");
  return *snapshot;
}

}  // namespace

int run_check(const CheckOptions& options) {
  app::CheckReport report(options.site.proxy.empty() ? std::cout : std::cerr, options.json);
  check_crypto(report);
  const auto user = app::choose_check_user(options.as, options.sources.file.value_or(""));
  if (const auto became = app::become_check_user(user); !became) {
    report.fail("user", became.error());
    return report.finish();
  }
  const auto config = app::load_config(options.sources);
  if (!config) {
    report.fail_all("configuration", config.error());
    return report.finish();
  }
  report.ok("configuration", config->file.empty() ? "environment and defaults" : config->file.string());
  check_unit(report, *config, user);
  check_account(report, *config);
  const auto material = check_material(report, *config);
  for (const auto& warning : app::exposure_warnings(*config)) report.warn("exposure", warning);
  if (material) tools::check_gates(report, *config, material->settings);
  if (material) check_shared_limits(report, options, *config, material->key_plan.masters);
  app::check_port(report, "listen.address", config->listen_address, user);
  app::check_port(report, "listen.admin", config->listen_admin, user);
  if (material) check_tls(report, *config, *material);
  const auto snapshot = material ? check_documents(report, *config, *material) : nullptr;
  const bool wants_site = !options.json || !options.site.proxy.empty();
  if (snapshot && wants_site) tools::print_site(report, options.site, *config, *snapshot);
  return report.finish();
}

}  // namespace agent_access::commands
