/// \file
/// The configuration: values, the origin of each, and how they are loaded (file, then environment, then flags).
///
/// The known settings are those of settings.def, the known keys of declared rows that of
/// access_table.hpp; nothing else is accepted. NOT checked here: that the files of
/// a setting exist and are valid, that ports are free (see app/deployment/load.hpp, app/check).
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/access_table.hpp"
#include "app/config/value_rules.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "limit/rate_limiter.hpp"
#include "net/capacity/limits.hpp"
#include "site/content/settings.hpp"

namespace agent_access::app {

/// Move-only, because it may own a secret. Once loaded, paths are absolute or relative to the working directory.
struct Config {
#define SETTING(section, key, type, member, value, ...) type member = value;
#define SETTING_IN(...)
#include "app/config/settings.def"
  // For those who use the values. load_config() sets what base_urls, limits.forwarded_field and [log] mean;
  // load_settings() adds `access`.
  content::Settings settings;
  limit::Policy policy{
      .requests = 600,
      .trusted = {.networks = {*base::Network::parse("127.0.0.0/8"), *base::Network::parse("::1/128")}}};
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

}  // namespace agent_access::app
