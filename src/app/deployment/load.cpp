#include "app/deployment/load.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/deployment/access_settings.hpp"
#include "app/deployment/clocks.hpp"
#include "app/deployment/confidential.hpp"
#include "app/deployment/content_checks.hpp"
#include "app/deployment/example_content.hpp"
#include "app/deployment/gated_files.hpp"
#include "app/deployment/kept_paths.hpp"
#include "app/deployment/source_files.hpp"
#include "app/deployment/static_root.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/base_url.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

using Warnings = std::vector<std::string>;

namespace bj = boost::json;

constexpr std::string_view kAccess = "access";
constexpr std::string_view kSources = "sources";
constexpr std::string_view kSecretAndKeys = "secret, keys";

/// Takes over what a part says: its warnings, then what `describe` says about it, or why it cannot be loaded. Content
/// that is still the example is not called right.
template <class Load, class Describe>
auto take_part(Report& report, std::string_view subject, const Load& load, const Describe& describe) {
  Warnings warnings;
  auto loaded = load(warnings);
  using Part = std::remove_cvref_t<decltype(*loaded)>;
  report.warn_all(subject, warnings);
  if (!loaded) {
    report.fail_all(subject, loaded.error());
    return std::optional<Part>();
  }
  if (std::ranges::none_of(warnings, is_about_example)) describe(*loaded);
  return std::optional<Part>(std::move(*loaded));
}

std::optional<content::Settings> take_hosts(const Config& config, Report& report) {
  return take_part(
      report, "base URLs", [&](Warnings& /*warnings*/) { return load_settings(config); },
      [&](const content::Settings& settings) {
        report.ok("base URLs", base::joined(std::views::transform(settings.base_urls, &base::BaseUrl::text)));
      });
}

/// What is not needed where no tokens are issued, and why.
void tell_of_needless(const content::Settings& settings, Report& report) {
  const std::string why = settings.issuer ? "tokens and the profile are at " + settings.issuer->text()
                                          : std::string("access.enabled = false, so there are no tokens");
  report.ok(kAccess, why + "; the secret, [keys] and the profile are not needed here and not read");
}

void tell_of_keys(const KeyPlan& plan, Report& report) {
  const auto fingerprint = plan.masters.front().fingerprint();
  report.ok("secret", "fingerprint " + (fingerprint ? *fingerprint : std::string("unavailable")) + ", " +
                          std::to_string(plan.masters.size() - 1) + " previous");
  const auto schedule = make_schedule(plan, SystemClock{}.now());
  if (!schedule) return report.fail("keys", sentence_of(schedule.error()));
  report.ok("keys", std::to_string(schedule->keys().size()) +
                        " published, next rotation: " + format_time(schedule->next_rotation()));
}

/// Says nothing of optional keys.
std::optional<KeyPlan> take_keys(const Config& config, Keys keys, Report& report) {
  return take_part(
      report, kSecretAndKeys, [&](Warnings& warnings) { return load_key_plan(config, warnings, keys); },
      [&](const KeyPlan& plan) {
        if (!config.settings.issues_tokens()) return tell_of_needless(config.settings, report);
        if (keys == Keys::required) tell_of_keys(plan, report);
      });
}

std::string source_text(const Config& config, std::string_view setting, const std::filesystem::path& path) {
  if (path.empty()) return "switched off";
  return is_absent_by_default(config, setting, path) ? "no " + shown(path) : shown(path);
}

/// Without its profile a service does not start; with an empty one everything else is looked at.
content::Profile take_profile(const Config& config, Fallback fallback, Report& report) {
  auto profile = take_part(
      report, "profile", [&](Warnings& warnings) { return load_profile(config, fallback, warnings); },
      [&](const content::Profile& /*profile*/) {
        if (config.settings.issues_tokens()) report.ok("profile", shown(config.profile));
      });
  return profile ? std::move(*profile) : empty_profile();
}

/// What is wrong in a file that can be read is a warning, what has no place is good to know. Of pages only the number
/// is told, because there is one for each work.
void tell_of_sources(const std::vector<sources::Source>& sources, Report& report) {
  std::size_t pages = 0;
  for (const auto& source : sources) {
    const bool is_page = source.format == sources::SourceFormat::work_page;
    is_page ? static_cast<void>(++pages) : report.ok(kSources, contents_text(source));
    for (const auto& note : source.said.notes) {
      const auto text = note_text(source, note);
      note.kind == sources::NoteKind::mistake ? report.warn(kSources, text) : report.info(kSources, text);
    }
  }
  if (pages > 0) report.ok(kSources, number_text(pages) + (pages == 1 ? " page of a work" : " pages of works"));
}

std::optional<sources::JoinedSources> take_sources(const Config& config, const Confidential& confidential,
                                                   Report& report) {
  auto found = take_part(
      report, kSources, [&](Warnings& warnings) { return load_sources(config, confidential, warnings); },
      [&](const std::vector<sources::Source>& sources) { tell_of_sources(sources, report); });
  if (!found) return std::nullopt;
  auto joined = sources::join_sources(std::move(*found));
  if (!joined) {
    report.fail(kSources, "content.sources: " + joined.error());
    return std::nullopt;
  }
  for (const auto& sentence : joined->repeated) report.info(kSources, sentence);
  return std::move(*joined);
}

std::optional<content::Site> take_site(const Config& config, const std::string& name, bj::object said,
                                       Fallback fallback, Report& report) {
  return take_part(
      report, "site", [&](Warnings& warnings) { return load_site(config, name, std::move(said), fallback, warnings); },
      [&](const content::Site& site) {
        report.ok("site", source_text(config, "content.site", config.site) + ": " + site.owner.name + ", " +
                              std::to_string(site.publications.size()) + " publications, " +
                              std::to_string(site.projects.size()) + " projects, " + (site.cv ? "a CV" : "no CV"));
      });
}

std::optional<content::Faq> take_faq(const Config& config, std::string_view language, const bj::array& questions,
                                     Fallback fallback, Report& report) {
  return take_part(
      report, "faq", [&](Warnings& warnings) { return load_faq(config, language, questions, fallback, warnings); },
      [&](const content::Faq& faq) {
        report.ok("faq", source_text(config, "content.faq", config.faq) + ": " + std::to_string(faq.questions.size()) +
                             (faq.is_about_access ? " built-in questions about access" : " questions"));
      });
}

/// The sources, and site.json and faq.json with them. Without sources that are needed the two are not looked at.
std::optional<content::Content> take_content(const Config& config, const std::string& name,
                                             const Confidential& confidential, Fallback fallback, Report& report) {
  auto sources = take_sources(config, confidential, report);
  if (!sources) return std::nullopt;
  auto site = take_site(config, name, std::move(sources->site), fallback, report);
  auto faq = take_faq(config, site ? site->language : "en", sources->questions, fallback, report);
  if (!site || !faq) return std::nullopt;
  report.warn_all("site", number_warnings(config, fallback, sources->withheld_numbers));
  return content::Content{std::move(*site), std::move(*faq)};
}

std::optional<StaticRoot> take_root(const Config& config, const Confidential& confidential, Report& report) {
  return take_part(
      report, "root", [&](Warnings& warnings) { return load_static_root(config, confidential, warnings); },
      [&](const StaticRoot& root) {
        const bool is_absent = is_absent_by_default(config, "content.root", config.root);
        report.ok("root", is_absent ? "no folder " + shown(config.root) + " (optional)"
                                    : source_text(config, "content.root", config.root) + ": " +
                                          std::to_string(root.file_count) + " files, " + std::to_string(root.size) +
                                          " bytes");
      });
}

/// The files of [[documents]]. Says nothing if nothing is declared.
std::optional<std::shared_ptr<const publish::GatedFiles>> take_gated_files(const Config& config,
                                                                           const Confidential& confidential,
                                                                           Report& report) {
  return take_part(
      report, kAccess,
      [&](Warnings& warnings) { return load_gated_files(config, make_access(config.access), confidential, warnings); },
      [](const std::shared_ptr<const publish::GatedFiles>& /*files*/) {});
}

/// Conflicts of the declared rows with what is published, and scopes without use; then how much is declared.
void check_access_rows(const Config& config, const Material& material, Report& report) {
  if (config.access.is_empty()) return;
  report.warn_all(kAccess, access_warnings(config.access));
  const auto conflicts = access_conflicts(config.access, material.settings, *material.content, *material.files);
  if (!conflicts.empty()) return report.fail_all(kAccess, conflicts);
  const auto& access = material.settings.access;
  report.ok(kAccess, counted(access.scopes.size(), "scope") + ", " + counted(access.documents.size(), "document") +
                         ", " + counted(access.gates.size(), "gate"));
}

void check_replaced(const Config& config, const Material& material, Report& report) {
  const auto replaced = replaced_documents(config.root, material.settings, *material.content, *material.files);
  if (!replaced) return report.fail_all("replaced", replaced.error());
  report.ok("replaced", replaced->empty() ? "your files replace no generated document" : base::joined(*replaced));
}

/// Whether the parts agree with each other.
void check_agreement(const Config& config, const Material& material, Report& report) {
  check_replaced(config, material, report);
  if (const auto warning = ineffective_robots_settings(config, *material.files)) report.warn("robots", *warning);
  report.warn_all("example", example_warnings(material.settings));
  report.warn_all("pages", page_warnings(config, material.content->site, *material.files));
  report.fail_all("kept paths", problems_of_kept_paths(config, *material.files));
  check_access_rows(config, material, report);
}

}  // namespace

base::Result<content::Settings, Problems> load_settings(const Config& config) {
  if (config.settings.base_urls.empty()) {
    return base::Failure<Problems>(
        {"base_urls: not set; name the addresses of the site, for example base_urls = "
         "[\"https://example.com\", \"https://www.example.com\"]"});
  }
  auto settings = config.settings;
  settings.access = make_access(config.access);
  return settings;
}

std::optional<Material> load_material(const Config& config, Report& report, Fallback fallback, Keys keys) {
  auto settings = take_hosts(config, report);
  auto plan = take_keys(config, keys, report);
  auto profile = take_profile(config, fallback, report);
  const Confidential confidential(
      config, plan ? std::span<const oauth::MasterSecret>(plan->masters) : std::span<const oauth::MasterSecret>());
  auto content = take_content(config, settings ? base::host_and_port(settings->base_urls.front()).host : "",
                              confidential, fallback, report);
  auto root = take_root(config, confidential, report);
  auto gated_files = take_gated_files(config, confidential, report);
  if (!settings || !plan || !content || !root || !gated_files) return std::nullopt;
  Material material{.settings = std::move(*settings),
                    .key_plan = std::move(*plan),
                    .profile = std::move(profile),
                    .content = std::make_shared<const content::Content>(std::move(*content)),
                    .files = std::make_shared<const std::vector<content::StaticFile>>(std::move(root->files)),
                    .limits = config.policy,
                    .gated_files = std::move(*gated_files)};
  check_agreement(config, material, report);
  return material;
}

}  // namespace agent_access::app
