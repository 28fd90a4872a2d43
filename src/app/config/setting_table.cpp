#include "app/config/setting_table.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "app/config/access_table.hpp"
#include "app/config/derived_values.hpp"
#include "app/config/setting_checks.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

/// The place of a value that is only read.
Place place_in(const Config& config, const Setting& setting) { return setting.place(const_cast<Config&>(config)); }

/// "documents[0].path", for each value of each row.
void append_declared(std::vector<SettingRow>& shown, const AccessRows& declared) {
  for (const auto& table : access_tables()) {
    const auto& rows = declared.of(table.table);
    for (std::size_t number = 0; number < rows.size(); ++number) {
      const auto name = std::string(table.name) + "[" + std::to_string(number) + "].";
      for (std::size_t i = 0; i < access_keys().size(); ++i) {
        const auto& key = access_keys()[i];
        if (key.table != table.table) continue;
        shown.push_back({.name = name + std::string(key.key),
                         .value = render_value(rows[number], key),
                         .origin = to_text(rows[number].origins[i])});
      }
    }
  }
}

/// Whether the process, which runs with `running`, must be restarted for the value in `reloaded`.
bool needs_restart(const Config& running, const Config& reloaded, const Setting& setting) {
  if (setting.effect == Effect::restart) return render_value(running, setting) != render_value(reloaded, setting);
  if (setting.effect == Effect::reload) return false;
  return named_paths(running, setting).empty() != named_paths(reloaded, setting).empty();
}

constexpr std::int64_t kMillisecond = 1;
constexpr std::int64_t kSecond = 1000 * kMillisecond;
constexpr std::int64_t kHour = 3600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kKibibyte = 1024;
constexpr std::int64_t kMebibyte = 1024 * kKibibyte;

constexpr std::array<std::string_view, 2> kChallengeNames = {"http", "result"};
constexpr std::array<std::string_view, 3> kPermissionNames = {"yes", "no", ""};
constexpr std::array<std::string_view, 4> kUseNames = {"immediate", "reference", "full", ""};

#define SETTING(section, key, type, member, value, ...) SETTING_IN(section, key, member, __VA_ARGS__)
#define SETTING_IN(section, key, path, doc, ...)                              \
  Setting{section, key, [](Config& config) -> Place { return &config.path; }, \
          static_cast<decltype(Config::path)*>(nullptr), doc} __VA_ARGS__,
constexpr std::array kSettings{
#include "app/config/settings.def"
};

constexpr bool holds_paths(const Setting& setting) {
  return std::holds_alternative<Path*>(setting.type) || std::holds_alternative<Paths*>(setting.type);
}

constexpr bool declares_secrecy(const Setting& setting) {
  return !holds_paths(setting) || setting.secrecy != Secrecy::undeclared;
}
static_assert(std::ranges::all_of(kSettings, declares_secrecy),
              "a setting with file paths must declare whether the files are secret");

static_assert(std::ranges::all_of(kSettings,
                                  [](const Setting& setting) {
                                    return setting.credential.empty() || holds_paths(setting);
                                  }),
              "a credential is a file: only a setting with paths can have one");

static_assert(std::ranges::all_of(kSettings,
                                  [](const Setting& setting) {
                                    return !setting.rules.choices.names.empty() ||
                                           std::visit([]<class T>(T*) { return !std::is_enum_v<T>; }, setting.type);
                                  }),
              "an enumeration must have the names of its values");

std::string joined(std::string_view section, std::string_view key) {
  if (section.empty() || key.empty()) return std::string(section).append(key);
  return std::string(section).append(".").append(key);
}

/// The most likely setting: a key of the same section, the same key in another section, or any full name.
std::string suggestion(std::string_view section, std::string_view key) {
  if (is_part_of_address(section, key)) return "listen.address";
  std::vector<std::string> siblings;
  std::vector<std::string> names;
  for (const auto& setting : kSettings) {
    if (setting.key == key) return full_name(setting);
    if (setting.section == section) siblings.emplace_back(setting.key);
    names.push_back(full_name(setting));
  }
  if (const auto sibling = base::nearest_name(key, siblings); !sibling.empty()) return joined(section, sibling);
  return std::string(base::nearest_name(joined(section, key), names));
}

bool is_from_variable(const Config& config, const Setting& setting) {
  return setting.section == "secret" && setting.key == "file" && config.secret_text.has_value();
}

}  // namespace

std::optional<std::string> assign(Config& config, const Setting& setting, const RawValue& value) {
  return assign_value(setting.place(config), setting.rules, value);
}

std::vector<std::string> settings_that_need_a_restart(const Config& running, const Config& reloaded) {
  std::vector<std::string> names;
  for (const auto& setting : setting_table()) {
    if (needs_restart(running, reloaded, setting)) names.push_back(full_name(setting));
  }
  return names;
}

bool is_unused(const Config& config, const Setting& setting) {
  if (is_from_variable(config, setting)) return true;
  const bool is_of_tokens =
      setting.section == "secret" || setting.section == "keys" || setting.secrecy == Secrecy::gated_file;
  return is_of_tokens && !config.settings.issues_tokens();
}

Paths named_paths(const Config& config, const Setting& setting) {
  if (is_from_variable(config, setting)) return {};
  Paths paths;
  if (setting.secrecy == Secrecy::secret_pairs) {
    for (auto& [certificate, key] : further_tls_pairs(config)) {
      paths.insert(paths.end(), {std::move(certificate), std::move(key)});
    }
    return paths;
  }
  const auto place = place_in(config, setting);
  if (auto* const* path = std::get_if<Path*>(&place)) paths.push_back(**path);
  if (auto* const* list = std::get_if<Paths*>(&place)) paths = **list;
  std::erase_if(paths, [](const Path& path) { return path.empty(); });
  return paths;
}

Paths secret_paths(const Config& config, const Setting& setting) {
  if (setting.secrecy == Secrecy::secret_pairs) {
    Paths keys;
    for (auto& pair : further_tls_pairs(config)) keys.push_back(std::move(pair.key));
    return keys;
  }
  if (setting.secrecy != Secrecy::secret_file && setting.secrecy != Secrecy::gated_file) return {};
  return named_paths(config, setting);
}

std::string render_value(const Config& config, const Setting& setting) {
  return render_as_toml(place_in(config, setting), setting.rules);
}

void resolve_paths(Config& config, const Setting& setting, const std::filesystem::path& folder) {
  const auto place = setting.place(config);
  if (auto* const* path = std::get_if<Path*>(&place); path != nullptr && !(*path)->empty()) **path = folder / **path;
  if (auto* const* list = std::get_if<Paths*>(&place)) {
    for (auto& path : **list) path = folder / path;
  }
}

Paths named_paths(const Config& config) {
  Paths paths;
  for (const auto& setting : setting_table()) {
    if (is_unused(config, setting)) continue;
    for (auto& path : named_paths(config, setting)) paths.push_back(std::move(path));
  }
  for (const auto& document : config.access.documents) paths.push_back(document.source);
  return paths;
}

std::vector<SettingRow> setting_rows(const Config& config) {
  std::vector<SettingRow> rows;
  for (std::size_t index = 0; index < setting_table().size(); ++index) {
    const auto& setting = setting_table()[index];
    SettingRow row{.name = full_name(setting), .value = {}, .origin = to_text(config.origins[index])};
    row.is_unused = is_unused(config, setting);
    row.value = row.is_unused ? "-" : render_value(config, setting);
    rows.push_back(std::move(row));
  }
  append_declared(rows, config.access);
  return rows;
}

std::span<const Setting> setting_table() noexcept { return kSettings; }

std::string full_name(const Setting& setting) { return joined(setting.section, setting.key); }

std::string environment_name(const Setting& setting) { return environment_name(full_name(setting)); }

std::string environment_name(std::string_view setting) {
  std::string name = std::string("AGENT_ACCESS_").append(setting);
  std::ranges::transform(name, name.begin(),
                         [](char character) { return character == '.' ? '_' : base::upper(character); });
  return name;
}

std::optional<std::size_t> find_setting(std::string_view section, std::string_view key) noexcept {
  for (std::size_t i = 0; i < kSettings.size(); ++i) {
    if (kSettings[i].section == section && kSettings[i].key == key) return i;
  }
  return std::nullopt;
}

bool is_section(std::string_view section) noexcept {
  return !section.empty() && std::ranges::find(kSettings, section, &Setting::section) != kSettings.end();
}

std::string explain_misplaced(std::string_view header, std::string_view key) {
  if (!find_setting("", key)) return {};
  return in_quotes(key) + " stands below " + std::string(header) +
         ", so it counts as a key of it; move it above the first [section]";
}

std::string explain_unknown(std::string_view section, std::string_view key) {
  const auto name = joined(section, key);
  if (const auto misplaced = explain_misplaced("[" + std::string(section) + "]", key); !misplaced.empty()) {
    return misplaced;
  }
  const auto meant = suggestion(section, key);
  auto text = "unknown key " + in_quotes(name);
  if (!meant.empty()) text += "; did you mean " + in_quotes(meant) + "?";
  return text;
}

}  // namespace agent_access::app
