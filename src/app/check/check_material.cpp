// The checks of what the configuration refers to: hosts, keys, content, declared rows, certificates, documents.
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>

#include "app/check/checks.hpp"
#include "app/deployment/content_checks.hpp"
#include "app/deployment/content_files.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/static_root.hpp"
#include "app/deployment/tls_files.hpp"
#include "app/files/file_access.hpp"
#include "app/text/table.hpp"
#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/base_url.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"

namespace agent_access::app {

void CheckReport::fail(std::string_view subject, std::string_view text) {
  line("FAIL", subject, text);
  ++failures_;
}

void CheckReport::fail_all(std::string_view subject, const Problems& problems) {
  for (const auto& problem : problems) fail(subject, problem);
}

int CheckReport::finish() const {
  const bool is_good = failures_ == 0;
  if (json_)
    out_ << base::visible_text(boost::json::serialize(boost::json::object{{"ok", is_good}, {"results", results_}}))
         << '\n';
  return is_good ? 0 : 1;
}

void CheckReport::line(std::string_view grade, std::string_view subject, std::string_view text) {
  status_.clear();
  if (json_) {
    results_.push_back({{"grade", base::lower_case(grade)}, {"subject", subject}, {"text", text}});
    return;
  }
  std::string columns(grade);
  columns.resize(6, ' ');
  columns += subject;
  columns.resize(std::max<std::size_t>(columns.size(), 6 + 14), ' ');
  columns += ' ';
  out_ << columns << wrapped(base::visible_text(text), columns.size(), terminal_columns()) << '\n';
}

namespace {

constexpr std::string_view kAccess = "access";

/// Loads a part: writes its warnings, then what `describe` says about it or why it cannot be loaded.
template <class Load, class Describe>
auto check_part(CheckReport& report, std::string_view subject, const Load& load, const Describe& describe) {
  std::vector<std::string> warnings;
  auto loaded = load(warnings);
  using Part = std::remove_cvref_t<decltype(*loaded)>;
  for (const auto& warning : warnings) report.warn(subject, warning);
  if (!loaded) {
    report.fail_all(subject, loaded.error());
    return std::optional<Part>();
  }
  if (std::ranges::none_of(warnings, is_about_example)) report.ok(subject, describe(*loaded));
  return std::optional<Part>(std::move(*loaded));
}

using Warnings = std::vector<std::string>;

std::optional<content::Settings> check_hosts(CheckReport& report, const Config& config) {
  return check_part(
      report, "base URLs", [&](Warnings& /*warnings*/) { return load_settings(config); },
      [](const content::Settings& settings) {
        return base::joined(std::views::transform(settings.base_urls, &base::BaseUrl::text));
      });
}

/// What is not needed where no tokens are issued, and why.
void tell_of_needless(CheckReport& report, const content::Settings& settings) {
  const std::string why = settings.issuer ? "tokens and the profile are at " + settings.issuer->text()
                                          : std::string("access.enabled = false, so there are no tokens");
  report.ok(kAccess, why + "; the secret, [keys] and the profile are not needed here and not read");
}

std::optional<KeyPlan> check_keys(CheckReport& report, const Config& config) {
  std::vector<std::string> warnings;
  auto plan = load_key_plan(config, warnings);
  for (const auto& warning : warnings) report.warn("files", warning);
  if (!plan) {
    report.fail_all("secret, keys", plan.error());
    return std::nullopt;
  }
  if (!config.settings.issues_tokens()) {
    tell_of_needless(report, config.settings);
    return std::move(*plan);
  }
  const auto fingerprint = plan->masters.front().fingerprint();
  report.ok("secret", "fingerprint " + (fingerprint ? *fingerprint : std::string("unavailable")) + ", " +
                          std::to_string(plan->masters.size() - 1) + " previous");
  const auto schedule = make_schedule(*plan, SystemClock{}.now());
  if (!schedule) {
    report.fail("keys", describe(schedule.error()));
    return std::nullopt;
  }
  report.ok("keys", std::to_string(schedule->keys().size()) +
                        " published, next rotation: " + format_time(schedule->next_rotation()));
  return std::move(*plan);
}

std::string describe_source(const Config& config, std::string_view setting, const std::filesystem::path& path) {
  if (path.empty()) return "switched off";
  return is_absent_by_default(config, setting, path) ? "no " + shown(path) : shown(path);
}

/// What a file that has been loaded says otherwise than its owner may mean.
void check_texts(CheckReport& report, std::string_view subject, const Config& config, std::string_view setting,
                 const std::filesystem::path& path) {
  if (path.empty() || is_absent_by_default(config, setting, path)) return;
  const auto content = read_file(path, content::kMaxContentSize);
  if (!content) return;
  for (const auto& warning : markup_warnings(shown(path), base::text_of(content->bytes.reveal()))) {
    report.warn(subject, warning);
  }
}

std::optional<content::Site> check_site(CheckReport& report, const Config& config, const std::string& name) {
  auto loaded = check_part(
      report, "site", [&](Warnings& warnings) { return load_site(config, name, Fallback::minimal, warnings); },
      [&](const content::Site& site) {
        return describe_source(config, "content.site", config.site) + ": " + site.owner.name + ", " +
               std::to_string(site.publications.size()) + " publications, " + std::to_string(site.projects.size()) +
               " projects, " + (site.cv ? "a CV" : "no CV");
      });
  if (!loaded) return loaded;
  check_texts(report, "site", config, "content.site", config.site);
  if (const auto unshown = unshown_members(*loaded); !unshown.empty()) report.info("site", unshown);
  return loaded;
}

std::optional<content::Faq> check_faq(CheckReport& report, const Config& config, std::string_view language) {
  auto loaded = check_part(
      report, "faq", [&](Warnings& warnings) { return load_faq(config, language, Fallback::minimal, warnings); },
      [&](const content::Faq& faq) {
        const bool is_own = !config.faq.empty() && !is_absent_by_default(config, "content.faq", config.faq);
        return describe_source(config, "content.faq", config.faq) + ": " + std::to_string(faq.questions.size()) +
               (is_own || faq.questions.empty() ? " questions" : " built-in questions about access");
      });
  if (loaded) check_texts(report, "faq", config, "content.faq", config.faq);
  return loaded;
}

/// Without a profile `serve` does not start; with an empty one everything else is checked.
std::optional<content::Profile> check_profile(CheckReport& report, const Config& config) {
  if (!config.settings.issues_tokens()) return empty_profile();
  if (is_absent_by_default(config, "content.profile", config.profile)) {
    report.fail("profile", "content.profile: there is no " + shown(config.profile) +
                               ", without which serve does not start; write into it what agents with a token read, or "
                               "{} for now");
    return empty_profile();
  }
  return check_part(
      report, "profile", [&](Warnings& warnings) { return load_profile(config, Fallback::minimal, warnings); },
      [&](const content::Profile& /*profile*/) { return shown(config.profile); });
}

std::optional<StaticRoot> check_root(CheckReport& report, const Config& config, const Confidential& confidential) {
  report.begin("Reading content.root …");
  return check_part(
      report, "root", [&](Warnings& warnings) { return load_static_root(config, confidential, warnings); },
      [&](const StaticRoot& root) {
        if (is_absent_by_default(config, "content.root", config.root)) {
          return "no folder " + shown(config.root) + " (optional)";
        }
        return describe_source(config, "content.root", config.root) + ": " + std::to_string(root.file_count) +
               " files, " + std::to_string(root.size) + " bytes";
      });
}

/// The files of [[documents]]; null if they cannot be sent. Says nothing if nothing is declared.
std::shared_ptr<const publish::GatedFiles> check_gated_files(CheckReport& report, const Config& config,
                                                             const Confidential& confidential) {
  if (!config.access.documents.empty()) report.begin("Reading the documents …");
  std::vector<std::string> warnings;
  const auto files = load_gated_files(config, make_access(config.access), confidential, warnings);
  for (const auto& warning : warnings) report.warn(kAccess, warning);
  if (files) return *files;
  report.fail_all(kAccess, files.error());
  return nullptr;
}

/// Conflicts of the declared rows with what is published, and warnings; then how much is declared.
void check_access_rows(CheckReport& report, const Config& config, const Material& material) {
  if (config.access.is_empty()) return;
  for (const auto& warning : access_warnings(config.access)) report.warn(kAccess, warning);
  const auto conflicts = access_conflicts(config.access, material.settings, *material.content, *material.files);
  if (!conflicts.empty()) return report.fail_all(kAccess, conflicts);
  const auto& access = material.settings.access;
  report.ok(kAccess, counted(access.scopes.size(), "scope") + ", " + counted(access.documents.size(), "document") +
                         ", " + counted(access.gates.size(), "gate"));
}

void check_replaced(CheckReport& report, const Config& config, const Material& material) {
  const auto replaced = replaced_documents(config.root, material.settings, *material.content, *material.files);
  if (!replaced) return report.fail_all("replaced", replaced.error());
  report.ok("replaced", replaced->empty() ? "your files replace no generated document" : base::joined(*replaced));
}

}  // namespace

std::optional<Material> check_material(CheckReport& report, const Config& config) {
  auto settings = check_hosts(report, config);
  auto plan = check_keys(report, config);
  auto profile = check_profile(report, config);
  auto site = check_site(report, config, settings ? base::host_and_port(settings->base_urls.front()).host : "");
  auto faq = check_faq(report, config, site ? site->language : "en");
  const std::span<const oauth::MasterSecret> masters =
      plan ? std::span(std::as_const(plan->masters)) : std::span<const oauth::MasterSecret>();
  const Confidential confidential(config, masters);
  auto root = check_root(report, config, confidential);
  auto gated_files = check_gated_files(report, config, confidential);
  if (!settings || !plan || !profile || !site || !faq || !root || !gated_files) return std::nullopt;
  return Material{.settings = std::move(*settings),
                  .key_plan = std::move(*plan),
                  .profile = std::move(*profile),
                  .content = std::make_shared<const content::Content>(std::move(*site), std::move(*faq)),
                  .files = std::make_shared<const std::vector<content::StaticFile>>(std::move(root->files)),
                  .warnings = {},
                  .gated_files = std::move(gated_files)};
}

void check_tls(CheckReport& report, const Config& config, const Material& material) {
  std::vector<std::string> files;
  const auto context = load_tls(config, material.key_plan.masters.front(), std::make_shared<SystemClock>(), files);
  if (!context) return report.fail_all("tls", context.error());
  if (!*context) return report.ok("tls", "off; the proxy in front must terminate TLS");
  for (const auto& facts : (*context)->certificates()) report.ok("tls", describe(facts));
  for (const auto& finding : validate_tls(**context, material.settings.base_urls, SystemClock{}.now())) {
    finding.grade == TlsFinding::Grade::failure ? report.fail("tls", finding.text) : report.warn("tls", finding.text);
  }
}

std::shared_ptr<const service::Snapshot> check_documents(CheckReport& report, const Config& config,
                                                         const Material& material) {
  report.begin("Rendering the documents …");
  const auto snapshot = make_snapshot(material, 1, SystemClock{}.now());
  if (!snapshot) {
    report.fail("documents", describe(snapshot.error()));
    return nullptr;
  }
  check_replaced(report, config, material);
  if (const auto warning = ineffective_robots_settings(config, *material.files)) report.warn("robots", *warning);
  for (const auto& warning : example_warnings(material.settings)) report.warn("example", warning);
  for (const auto& warning : page_warnings(config, material.content->site, *material.files)) {
    report.warn("pages", warning);
  }
  check_access_rows(report, config, material);
  const auto& documents = (*snapshot)->sites.front().documents;
  const auto paths = documents.paths();
  report.ok("documents", std::to_string(paths.size()) + " documents per host");
  return *snapshot;
}

}  // namespace agent_access::app
