/// \file
/// The table of settings, whose rows are in settings.def. Reading the file and the environment, `config`, `init` and
/// the documentation use it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/config/value_rules.hpp"

namespace agent_access::app {

/// What must be kept secret. A row with paths and without a declaration does not compile.
enum class Secrecy {
  undeclared,
  open,
  secret_file,   ///< paths of files whose content is secret
  secret_pairs,  ///< pairs of paths "certificate:key"; the key is secret
  gated_file,    ///< path of the profile, which only agents with a token may read
};

/// When a changed value takes effect.
enum class Effect {
  reload,
  restart,
  restart_to_switch,  ///< of a path: a reload, but not from empty to a path or back
};

struct Setting {
  std::string_view section;  ///< empty for the top level
  std::string_view key;
  Place (*place)(Config& config);
  Place type;            ///< null: for the type alone
  std::string_view doc;  ///< one line, no full stop
  ValueRules rules{};
  Secrecy secrecy = Secrecy::undeclared;
  Effect effect = Effect::reload;
  std::string_view credential{};  ///< the service manager's credential that is used when the setting is not set

  // The rules of a row (settings.def).
  constexpr Setting& checked(Check function) noexcept {
    rules.check = function;
    return *this;
  }
  constexpr Setting& between(std::int64_t lowest, std::int64_t highest) noexcept {
    rules.least = lowest;
    rules.most = highest;
    return *this;
  }
  constexpr Setting& one_of(std::span<const std::string_view> names, std::string_view kind = {}) noexcept {
    rules.choices = {names, kind};
    return *this;
  }
  constexpr Setting& in_bytes() noexcept {
    rules.unit = Unit::bytes;
    return *this;
  }
  constexpr Setting& with(Secrecy declared) noexcept {
    secrecy = declared;
    return *this;
  }
  constexpr Setting& after(Effect declared) noexcept {
    effect = declared;
    return *this;
  }
  constexpr Setting& or_credential(std::string_view name) noexcept {
    credential = name;
    return *this;
  }
};

[[nodiscard]] std::span<const Setting> setting_table() noexcept;

/// "listen.address"; "base_urls".
[[nodiscard]] std::string full_name(const Setting& setting);
/// "AGENT_ACCESS_LISTEN_ADDRESS".
[[nodiscard]] std::string environment_name(const Setting& setting);
[[nodiscard]] std::string environment_name(std::string_view full_name);
/// The index in the table, or nothing.
[[nodiscard]] std::optional<std::size_t> find_setting(std::string_view section, std::string_view key) noexcept;
[[nodiscard]] bool is_section(std::string_view section) noexcept;

/// What to do about a key that belongs above all sections where it stands below one, "[listen]" or "[[gates]]". Else
/// empty.
[[nodiscard]] std::string explain_misplaced(std::string_view header, std::string_view key);
/// "unknown key \"listen.adress\"; did you mean \"listen.address\"?"
[[nodiscard]] std::string explain_unknown(std::string_view section, std::string_view key);

/// Sets the value in `config`, or returns an error message ("must be a whole number").
[[nodiscard]] std::optional<std::string> assign(Config& config, const Setting& setting, const RawValue& value);
/// The names of the settings for which the process, which runs with `running`, must be restarted to take the value in
/// `reloaded`.
[[nodiscard]] std::vector<std::string> settings_that_need_a_restart(const Config& running, const Config& reloaded);
/// Whether the configuration makes the setting needless: secret.file, if AGENT_ACCESS_SECRET holds the secret; secrets,
/// keys and the profile, if this service issues no tokens.
[[nodiscard]] bool is_unused(const Config& config, const Setting& setting);
/// The files and folders of the setting in this configuration; empty when there are none or the setting is not used.
[[nodiscard]] std::vector<std::filesystem::path> named_paths(const Config& config, const Setting& setting);
/// The files of all settings that are used, and the sources of [[documents]].
[[nodiscard]] std::vector<std::filesystem::path> named_paths(const Config& config);
/// The secret ones of a setting, also of one that is not used because no tokens are issued.
[[nodiscard]] std::vector<std::filesystem::path> secret_paths(const Config& config, const Setting& setting);
/// The value as TOML.
[[nodiscard]] std::string render_value(const Config& config, const Setting& setting);
/// Resolves the relative paths of a setting against `folder`.
void resolve_paths(Config& config, const Setting& setting, const std::filesystem::path& folder);

/// A setting as `config` shows it.
struct SettingRow {
  std::string name;
  std::string value;  ///< as TOML; "-" if the setting is not used
  std::string origin;
  bool is_unused = false;
};

/// Every setting in the order of the table of settings; then each value of the declared rows, as
/// "documents[0].path".
[[nodiscard]] std::vector<SettingRow> setting_rows(const Config& config);

/// Whether a name that is no setting is a part of `listen.address` here, "127.0.0.1:8080".
[[nodiscard]] constexpr bool is_part_of_address(std::string_view section, std::string_view key) noexcept {
  return section == "listen" && (key == "port" || key == "host");
}

}  // namespace agent_access::app
