/// \file
/// The configuration: values, the origin of each, and how they are loaded (file, then environment, then flags).
///
/// The known settings are those of settings.def, the known keys of declared rows that of
/// access/access_table.hpp; nothing else is accepted. NOT checked here: that the files of
/// a setting exist and are valid, that ports are free (see app/deployment/material.hpp, app/check).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/access_table.hpp"
#include "app/config/value_rules.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "net/capacity/connection_counts.hpp"
#include "ops/words/log_words.hpp"

namespace agent_access::app {

// Settings whose value is one of a few names: the enumerations, and the names of their values, in their order. One
// without a row here does not compile.

/// How /mcp refuses a call of get_full_profile without a token: as HTTP (401), or in the result of the tool.
enum class McpChallenge : std::uint8_t { http, result };
inline constexpr std::array<std::string_view, 2> kMcpChallengeNames = {"http", "result"};

/// What /robots.txt states about a use of the content.
enum class Permission : std::uint8_t { yes, no, unstated };
inline constexpr std::array<std::string_view, 3> kPermissionNames = {"yes", "no", ""};

struct Choices {
  std::span<const std::string_view> names;
  std::string_view kind{};  ///< for "... is not a log level"; empty: "... is not valid"
};

template <class Choice>
inline constexpr Choices kChoices;
template <>
inline constexpr Choices kChoices<McpChallenge>{kMcpChallengeNames};
template <>
inline constexpr Choices kChoices<Permission>{kPermissionNames};
template <>
inline constexpr Choices kChoices<ops::Level>{ops::kLevelNames, "a log level"};
template <>
inline constexpr Choices kChoices<ops::LogFormat>{ops::kLogFormatNames, "a log format"};
template <>
inline constexpr Choices kChoices<ops::ClientAddress>{ops::kClientAddressNames, "a form of addresses"};

/// "debug".
template <class Choice>
[[nodiscard]] constexpr std::string_view name_of_choice(Choice choice) noexcept {
  static_assert(!kChoices<Choice>.names.empty(), "the names of this enumeration have no row above");
  return kChoices<Choice>.names[static_cast<std::size_t>(choice)];
}

/// Move-only, because it may own a secret. Once loaded, paths are absolute or relative to the working directory.
struct Config {
#define SETTING(section, key, type, member, value, ...) type member = value;
#define LIMIT(...)
#include "app/config/settings.def"
  net::Limits limits;

  AccessRows access;  ///< [[scopes]], [[documents]] and [[gates]]; only the file declares them

  std::optional<base::SecretBytes> secret_text;  ///< AGENT_ACCESS_SECRET; secret_file is then unused
  std::vector<Origin> origins;                   ///< same index as setting_table()
  std::filesystem::path file;                    ///< empty when none was read

  [[nodiscard]] Origin origin(std::string_view name) const;  ///< by full name: "listen.address"
  [[nodiscard]] bool is_default(std::string_view name) const { return origin(name).kind == OriginKind::built_in; }
};

/// Variables of the environment. AGENT_ACCESS_SECRET is not in the map but in locked memory.
struct Environment : std::map<std::string, std::string, std::less<>> {
  using map::map;

  std::shared_ptr<const base::SecretBytes> secret;  ///< null: not set; shared, because each reload uses it again
};

/// The variables of this process. Call once: moves the value of AGENT_ACCESS_SECRET out of the process' environment and
/// overwrites it with zeros there.
[[nodiscard]] Environment take_process_environment();

struct ConfigSources {
  std::optional<std::filesystem::path> file;
  Environment environment;
  /// Full name, value as in the environment, and the flag's name: {"listen.address", "127.0.0.1:80", "--listen"}.
  struct Flag {
    std::string name;
    std::string value;
    std::string flag;
  };
  std::vector<Flag> flags;
};

/// Fails with all problems at once. Paths of the file and defaults are relative to the file's folder, those of the
/// environment and of flags to the working directory. A credential is used when its setting is not set otherwise
/// (derived_values.hpp).
[[nodiscard]] base::Result<Config, Problems> load_config(const ConfigSources& sources);

// Reading the TOML file (config_reader.cpp). Every name and every type is checked; all problems are reported at once
// with "file:line: ". Malformed input never causes another failure.

inline constexpr std::size_t kMaxConfigSize = 1024UL * 1024;

/// Reads `config.file`. Values set here get their file:line as origin; relative paths start at the file's folder.
void read_config_file(Config& config, Problems& problems);

/// The same for a text in place of the content of `config.file`.
void read_config_text(std::string_view toml, Config& config, Problems& problems);

}  // namespace agent_access::app
