#include "app/config/setting_table.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "app/config/access_table.hpp"
#include "app/config/derived_values.hpp"
#include "app/config/value_rules.hpp"
#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::app {

namespace {

using std::chrono::milliseconds;

/// The member of a slot, in either of the two structs.
template <class AnyConfig, class T>
auto& member(AnyConfig& config, T Config::* slot) {
  return config.*slot;
}
template <class AnyConfig, class T>
auto& member(AnyConfig& config, T net::Limits::* slot) {
  return config.limits.*slot;
}

/// Calls `use` with the member of the setting's slot.
template <class AnyConfig, class Use>
auto with_member(AnyConfig& config, const Setting& setting, Use&& use) {
  return std::visit([&](auto slot) { return use(member(config, slot)); }, setting.slot);
}

template <class T>
constexpr bool kIsChoice = std::is_enum_v<T>;
/// The type as which the table of values treats a member: a choice is a text.
template <class T>
using Plain = std::conditional_t<kIsChoice<T>, std::string, T>;

/// "\"x\" is not a log level; choose debug, info or warn".
std::string refuse_choice(std::string_view text, const Choices& choices) {
  auto complaint =
      in_quotes(text) + " is not " + (choices.kind.empty() ? "valid; write " : std::string(choices.kind) + "; choose ");
  for (const auto& name : choices.names) {
    if (&name != &choices.names.front()) complaint += &name == &choices.names.back() ? " or " : ", ";
    complaint += choices.kind.empty() ? in_quotes(name) : std::string(name);
  }
  return complaint;
}

template <class Choice>
std::optional<std::string> assign_choice(Choice& target, const RawValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return "must be " + form_of<std::string>({});
  const auto names = kChoices<Choice>.names;
  const auto found = std::ranges::find(names, *text);
  if (found == names.end()) return refuse_choice(*text, kChoices<Choice>);
  target = static_cast<Choice>(found - names.begin());
  return std::nullopt;
}

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

}  // namespace

std::string expected_form(const Setting& setting) {
  const Config unused;
  return with_member(unused, setting, [&]<class T>(const T&) { return form_of<Plain<T>>(setting.rules); });
}

std::string range_text(const Setting& setting) {
  const Config unused;
  return with_member(unused, setting, [&]<class T>(const T&) { return range_of<Plain<T>>(setting.rules); });
}

RawValue raw_from_text(const Setting& setting, std::string_view text) {
  const Config unused;
  return with_member(unused, setting, [&]<class T>(const T&) -> RawValue {
    if constexpr (std::is_same_v<T, Texts> || std::is_same_v<T, Paths>) {
      return split_list(text);
    } else if constexpr (std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::size_t>) {
      if (const auto number = parse_number(text)) return *number;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (text == "true" || text == "false") return text == "true";
    }
    return std::string(text);
  });
}

std::optional<std::string> assign(Config& config, const Setting& setting, const RawValue& value) {
  return with_member(config, setting, [&]<class T>(T& target) -> std::optional<std::string> {
    if constexpr (kIsChoice<T>) {
      return assign_choice(target, value);
    } else {
      return assign_value(target, setting.rules, value);
    }
  });
}

bool always_needs_restart(const Setting& setting) noexcept {
  return setting.effect == Effect::restart || std::holds_alternative<std::size_t net::Limits::*>(setting.slot) ||
         std::holds_alternative<milliseconds net::Limits::*>(setting.slot);
}

namespace {

/// Whether the process, which runs with `running`, must be restarted for the value in `reloaded`.
bool needs_restart(const Config& running, const Config& reloaded, const Setting& setting) {
  if (always_needs_restart(setting)) return render_value(running, setting) != render_value(reloaded, setting);
  if (setting.effect == Effect::reload) return false;
  return named_paths(running, setting).empty() != named_paths(reloaded, setting).empty();
}

}  // namespace

std::vector<std::string> settings_that_need_a_restart(const Config& running, const Config& reloaded) {
  std::vector<std::string> names;
  for (const auto& setting : setting_table()) {
    if (needs_restart(running, reloaded, setting)) names.push_back(full_name(setting));
  }
  return names;
}

Paths named_paths(const Config& config, const Setting& setting) {
  const bool is_unused = setting.section == "secret" && setting.key == "file" && config.secret_text.has_value();
  if (is_unused) return {};
  Paths paths;
  if (setting.secrecy == Secrecy::secret_pairs) {
    for (auto& [certificate, key] : further_tls_pairs(config)) {
      paths.insert(paths.end(), {std::move(certificate), std::move(key)});
    }
    return paths;
  }
  if (const auto* slot = std::get_if<Path Config::*>(&setting.slot)) paths.push_back(config.**slot);
  if (const auto* slot = std::get_if<Paths Config::*>(&setting.slot)) paths = config.**slot;
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
  return with_member(config, setting, [&]<class T>(const T& value) -> std::string {
    if constexpr (kIsChoice<T>) {
      return in_quotes(name_of_choice(value));
    } else {
      return render_as_toml(value, setting.rules);
    }
  });
}

void resolve_paths(Config& config, const Setting& setting, const std::filesystem::path& folder) {
  with_member(config, setting, [&]<class T>(T& value) {
    if constexpr (std::is_same_v<T, Path>) {
      if (!value.empty()) value = folder / value;
    } else if constexpr (std::is_same_v<T, Paths>) {
      for (auto& path : value) path = folder / path;
    }
  });
}

Paths named_paths(const Config& config) {
  Paths paths;
  for (const auto& setting : setting_table()) {
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
    row.is_unused = row.name == "secret.file" && config.secret_text.has_value();
    row.value = row.is_unused ? "-" : render_value(config, setting);
    rows.push_back(std::move(row));
  }
  append_declared(rows, config.access);
  return rows;
}

namespace {

constexpr std::int64_t kMillisecond = 1;
constexpr std::int64_t kSecond = 1000 * kMillisecond;
constexpr std::int64_t kHour = 3600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kKibibyte = 1024;
constexpr std::int64_t kMebibyte = 1024 * kKibibyte;

#define SETTING(section, key, type, member, value, doc, ...) Setting{section, key, &Config::member, doc} __VA_ARGS__,
#define LIMIT(member, doc, ...) Setting{"limits", #member, &net::Limits::member, doc} __VA_ARGS__,
constexpr std::array kSettings{
#include "app/config/settings.def"
};

constexpr bool holds_paths(const Setting& setting) {
  return std::holds_alternative<std::filesystem::path Config::*>(setting.slot) ||
         std::holds_alternative<std::vector<std::filesystem::path> Config::*>(setting.slot);
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

}  // namespace

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
