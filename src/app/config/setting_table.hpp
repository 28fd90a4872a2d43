/// \file
/// The one table of settings. Reading the file and the environment, `config`, `init` and the documentation follow it.
/// A default is the member initializer in Config or net::Limits and stands nowhere else.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/config/config.hpp"
#include "base/secret.hpp"
#include "net/capacity/limits.hpp"

namespace agent_access::app {

/// Where a value lives; its type decides what is accepted.
using Slot = std::variant<std::string Config::*, std::vector<std::string> Config::*, std::filesystem::path Config::*,
                          std::vector<std::filesystem::path> Config::*, std::uint64_t Config::*, bool Config::*,
                          std::chrono::milliseconds Config::*, base::SecretBytes Config::*, std::size_t net::Limits::*,
                          std::chrono::milliseconds net::Limits::*>;

enum class Unit { plain, bytes };

/// What must be kept from others. A row of paths without a declaration does not compile.
enum class Secrecy {
  undeclared,
  open,
  secret_file,   ///< names files whose content is secret
  secret_pairs,  ///< names pairs "certificate:key" of files; the key is secret
  gated_file,    ///< names the profile, which only agents with a token may read
  secret_value,  ///< is secret itself
};

/// When another value takes effect.
enum class Effect {
  reload,
  restart,
  restart_to_switch,  ///< of a path: a reload, but not from empty to a path or back
};

/// What is wrong with a text, or nothing.
using Check = std::optional<std::string> (*)(std::string_view text);

struct Setting {
  std::string_view section;  ///< empty for the top level
  std::string_view key;
  Slot slot;
  std::string_view doc;    ///< one line, no full stop
  Check check = nullptr;   ///< for a text or each text of a list
  std::int64_t least = 0;  ///< of a number; of a duration in milliseconds
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  Unit unit = Unit::plain;
  Secrecy secrecy = Secrecy::undeclared;
  Effect effect = Effect::reload;

  [[nodiscard]] constexpr Setting with(Secrecy declared) const {
    Setting setting = *this;
    setting.secrecy = declared;
    return setting;
  }
  [[nodiscard]] constexpr Setting after(Effect declared) const {
    Setting setting = *this;
    setting.effect = declared;
    return setting;
  }
};

[[nodiscard]] std::span<const Setting> setting_table() noexcept;

/// "listen.address"; "base_urls".
[[nodiscard]] std::string full_name(const Setting& setting);
/// "AGENT_ACCESS_LISTEN_ADDRESS".
[[nodiscard]] std::string environment_name(const Setting& setting);
/// The place in the table, or nothing.
[[nodiscard]] std::optional<std::size_t> find_setting(std::string_view section, std::string_view key) noexcept;
[[nodiscard]] bool is_section(std::string_view section) noexcept;

/// "unknown key \"listen.adress\"; did you mean \"listen.address\"?"
[[nodiscard]] std::string explain_unknown(std::string_view section, std::string_view key);

/// A value before its setting has judged it.
using RawValue = std::variant<std::string, std::vector<std::string>, std::int64_t, bool>;

/// The text of a variable or flag, split or converted as the setting's type demands.
[[nodiscard]] RawValue raw_from_text(const Setting& setting, std::string_view text);
/// Puts the value into `config`, or says what is wrong with it ("must be a whole number").
[[nodiscard]] std::optional<std::string> assign(Config& config, const Setting& setting, const RawValue& value);
/// The same for a secret_value, which is never held in a text of its own.
[[nodiscard]] std::optional<std::string> assign_secret(Config& config, const Setting& setting, std::string_view value);
/// Makes the value of `to` that of `from`.
void copy_value(Config& to, const Config& from, const Setting& setting);
/// Whether a process that obeys `running` must be started anew to obey `reloaded`. A member of net::Limits always
/// needs that: the workers are made with them.
[[nodiscard]] bool needs_restart(const Config& running, const Config& reloaded, const Setting& setting);
/// Whether two configurations agree on it, secret or not.
[[nodiscard]] bool has_equal_value(const Config& left, const Config& right, const Setting& setting);
/// The files and folders that the setting names in this configuration; empty when it names none, or is not used.
[[nodiscard]] std::vector<std::filesystem::path> named_paths(const Config& config, const Setting& setting);
/// Those of them that are secret, by the setting's secrecy.
[[nodiscard]] std::vector<std::filesystem::path> secret_paths(const Config& config, const Setting& setting);
/// What the setting's type accepts, for "must be ...".
[[nodiscard]] std::string expected_form(const Setting& setting);
/// The value as TOML; the credentials of a secret_value as "***".
[[nodiscard]] std::string render_value(const Config& config, const Setting& setting);
/// Lets the paths of a setting that are relative start at `folder`.
void resolve_paths(Config& config, const Setting& setting, const std::filesystem::path& folder);

}  // namespace agent_access::app
