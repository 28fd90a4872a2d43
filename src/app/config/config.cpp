#include "app/config/config.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "app/config/config_reader.hpp"
#include "app/config/derived_values.hpp"
#include "app/config/setting_table.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/base_url.hpp"
#include "base/text.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kPrefix = "AGENT_ACCESS_";
constexpr std::string_view kSecretVariable = "AGENT_ACCESS_SECRET";
/// Variables that are not settings: read by main (--config) and by the tests.
constexpr std::array<std::string_view, 2> kOtherVariables{"AGENT_ACCESS_CONFIG", "AGENT_ACCESS_VECTORS"};

/// Refuses a variable with the prefix AGENT_ACCESS_ that is close to a setting. Others are ignored, because
/// orchestrators set such variables (AGENT_ACCESS_SERVICE_HOST).
void refuse_unknown_variable(const std::string& name, Problems& problems) {
  const auto rest = base::lower_case(std::string_view(name).substr(kPrefix.size()));
  const auto section = rest.substr(0, rest.find('_'));
  if (find_access_table(section)) {
    problems.push_back("environment " + name + ": no such setting; only the configuration file can have rows of [[" +
                       section + "]]");
    return;
  }
  std::vector<std::string> names{std::string(kSecretVariable)};
  for (const auto& setting : setting_table()) names.push_back(environment_name(setting));
  const bool is_of_address = is_part_of_address(section, rest.substr(std::min(rest.size(), section.size() + 1)));
  const auto meant =
      is_of_address ? std::string("AGENT_ACCESS_LISTEN_ADDRESS") : std::string(base::nearest_name(name, names));
  const bool is_near =
      !meant.empty() && !base::nearest_name(rest, std::array{base::lower_case(meant.substr(kPrefix.size()))}).empty();
  if (!is_section(section) && !is_near) return;
  auto problem = "environment " + name + ": no such setting";
  if (!meant.empty()) problem += "; did you mean " + meant + "?";
  problems.push_back(std::move(problem));
}

void assign_text(Config& config, std::size_t index, std::string_view text, Origin origin, Problems& problems) {
  const auto& setting = setting_table()[index];
  if (const auto complaint = assign(config, setting, raw_from_text(setting.type, setting.rules, text))) {
    problems.push_back(to_text(origin) + ": " + full_name(setting) + ": " + *complaint);
    return;
  }
  config.origins[index] = std::move(origin);
}

/// The master secret, from locked memory or, in tests, from the text variables.
std::optional<std::string_view> secret_variable(const Environment& environment) {
  if (environment.secret) return base::text_of(environment.secret->reveal());
  const auto text = environment.find(kSecretVariable);
  if (text == environment.end()) return std::nullopt;
  return text->second;
}

void read_environment(Config& config, const Environment& environment, Problems& problems) {
  std::vector<std::string> names;
  for (const auto& setting : setting_table()) names.push_back(environment_name(setting));
  for (auto entry = environment.lower_bound(kPrefix); entry != environment.end(); ++entry) {
    const auto& [name, value] = *entry;
    if (!name.starts_with(kPrefix)) break;
    const auto known = std::ranges::find(names, name);
    if (known != names.end()) {
      const auto index = static_cast<std::size_t>(known - names.begin());
      assign_text(config, index, value, {OriginKind::environment, name}, problems);
    } else if (name != kSecretVariable && std::ranges::find(kOtherVariables, name) == kOtherVariables.end()) {
      refuse_unknown_variable(name, problems);
    }
  }
}

/// The text itself is the secret, as in a file that `init` wrote, so that both give the same keys. It must be base64url
/// of 32 bytes or more, because other texts that people put into a variable can be guessed.
void read_secret_variable(Config& config, const Environment& environment, Problems& problems) {
  const auto found = secret_variable(environment);
  if (!found) return;
  const std::string_view text = *found;
  base::SecretBytes decoded(text.size());
  const auto size = base::base64url_decode_to(text, decoded.reveal_for_writing());
  if (!size || *size < oauth::kMinMasterSize) {
    problems.emplace_back(
        "environment AGENT_ACCESS_SECRET: must be base64url (A-Z a-z 0-9 - _, no padding) of 32 or more random bytes; "
        "use the text of the secret file that `agent-access init` writes");
    return;
  }
  if (config.origin("secret.file").kind == OriginKind::environment) {
    problems.emplace_back("environment: AGENT_ACCESS_SECRET and AGENT_ACCESS_SECRET_FILE are both set; keep one");
    return;
  }
  config.secret_text.emplace(base::bytes_of(text));
  config.origins[*find_setting("secret", "file")] = {OriginKind::environment, std::string(kSecretVariable)};
}

void take_flags(Config& config, const std::vector<ConfigSources::Flag>& flags, Problems& problems) {
  for (const auto& flag : flags) {
    const auto dot = flag.name.find('.');
    const auto index = dot == std::string::npos ? find_setting("", flag.name)
                                                : find_setting(flag.name.substr(0, dot), flag.name.substr(dot + 1));
    if (index) assign_text(config, *index, flag.value, {OriginKind::flag, flag.flag}, problems);
  }
}

/// What needs a token cannot be declared where none is issued.
void check_access(const Config& config, Problems& problems) {
  const auto& settings = config.settings;
  const auto of_issuer = to_text(config.origin("access.issuer")) + ": access.issuer: ";
  if (settings.issuer && !settings.has_profile) {
    problems.push_back(of_issuer + "with access.enabled = false no document names an issuer; remove one of the two");
  }
  if (settings.issuer && std::ranges::find(settings.base_urls, *settings.issuer) != settings.base_urls.end()) {
    problems.push_back(of_issuer + settings.issuer->text() +
                       " is one of base_urls, where this service issues its own tokens; remove it from one of the two");
  }
  if (settings.issues_tokens()) return;
  const std::string remedy =
      settings.issuer ? "is behind a token of access.issuer; declare it in the configuration of the service there"
                      : "needs tokens, and access.enabled = false; remove these rows, or set it to true";
  for (const auto& table : access_tables()) {
    const auto& rows = config.access.of(table.table);
    if (rows.empty()) continue;
    problems.push_back(rows.front().origin.place + ": what [[" + std::string(table.name) + "]] declares " + remedy);
  }
}

/// Beside a site there are no generated pages; `config` shows why.
void check_beside(Config& config, Problems& problems) {
  auto& settings = config.settings;
  if (settings.is_beside && settings.has_pages && !config.is_default("content.pages")) {
    problems.push_back(
        to_text(config.origin("content.pages")) +
        ": content.pages: with content.beside = true the pages are those of your own site; remove one of "
        "the two");
  }
  if (settings.is_beside && settings.has_pages) {
    settings.has_pages = false;
    config.origins[*find_setting("content", "pages")] = config.origin("content.beside");
  }
  if (settings.has_pages && !settings.kept_paths.empty()) {
    problems.push_back(to_text(config.origin("content.keep_paths")) +
                       ": content.keep_paths: with the generated pages this service has all paths; set content.beside "
                       "= true if it stands beside a site of your own");
  }
}

/// Each has documents of its own, which are made while loading.
constexpr std::size_t kMostBaseUrls = 16;

/// Checks that involve several settings, and what the texts mean that `config` shows as they are written.
void check_together(Config& config, Problems& problems) {
  const auto origin_of = [&](std::string_view name) { return to_text(config.origin(name)) + ": "; };
  if (config.listen_admin == config.listen_address) {
    problems.push_back(origin_of("listen.admin") + "listen.admin and listen.address must differ");
  }
  if (config.base_urls.size() > kMostBaseUrls) {
    problems.push_back(origin_of("base_urls") + "base_urls: " + std::to_string(config.base_urls.size()) +
                       " addresses, at most " + std::to_string(kMostBaseUrls) +
                       "; start another service for the others");
  }
  auto& base_urls = config.settings.base_urls;
  for (const auto& text : config.base_urls) {
    auto base_url = *base::parse_base_url(text);
    if (std::ranges::find(base_urls, base_url) != base_urls.end()) {
      problems.push_back(origin_of("base_urls") + "base_urls: " + in_quotes(text) + " is listed twice");
    }
    base_urls.push_back(std::move(base_url));
  }
  if (!config.access_issuer.empty()) config.settings.issuer = *base::parse_base_url(config.access_issuer);
  check_access(config, problems);
  check_beside(config, problems);
  config.policy.trusted.field = *parse_forwarded_field(config.forwarded_field);
  config.settings.request_log = request_log_of(config);
}

}  // namespace

Origin Config::origin(std::string_view name) const {
  for (std::size_t i = 0; i < origins.size(); ++i) {
    if (full_name(setting_table()[i]) == name) return origins[i];
  }
  return {};
}

Environment take_process_environment() {
  Environment environment;
  for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::span<char> text(*entry, std::strlen(*entry));
    const auto equals = std::string_view(text.data(), text.size()).find('=');
    if (equals == std::string_view::npos) continue;
    std::string name(text.data(), equals);
    const auto value = std::as_writable_bytes(text.subspan(equals + 1));
    if (name != kSecretVariable) {
      environment.emplace(std::move(name), base::text_of(value));
      continue;
    }
    environment.secret = std::make_shared<const base::SecretBytes>(value);
    base::wipe(value);
  }
  return environment;
}

base::Result<Config, Problems> load_config(const ConfigSources& sources) {
  Config config;
  Problems problems;
  config.origins.resize(setting_table().size());
  if (sources.file) {
    config.file = *sources.file;
    // Defaults first, before values of the file, which are resolved separately.
    for (const auto& setting : setting_table()) resolve_paths(config, setting, config.file.parent_path());
    read_config_file(config, problems);
  }
  read_environment(config, sources.environment, problems);
  read_secret_variable(config, sources.environment, problems);
  take_credentials(config, sources.environment);
  take_flags(config, sources.flags, problems);
  check_together(config, problems);
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  return config;
}

}  // namespace agent_access::app
