/// \file
/// `agent-access init DIR`: writes a configuration, a secret and example content. Never overwrites a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"

namespace agent_access::commands {

struct InitOptions {
  std::filesystem::path directory;
  std::vector<std::string> base_urls;  ///< empty: example.com, to be edited
};

/// 0, 1 when a file exists already or cannot be written, 2 when a base URL is not valid.
[[nodiscard]] int run_init(const InitOptions& options);

/// Creates the folder if it is missing, then agent-access.toml, secret (mode 0600; 0640 in a folder of root
/// that only a group may enter), profile.json, site.json, faq.json
/// and the schemas of the last three. Writes nothing when one of them exists.
[[nodiscard]] base::Result<void, app::Problems> write_first_files(const InitOptions& options, base::Random& random);

/// The configuration file: every setting with its default, commented out except base_urls.
[[nodiscard]] std::string render_first_config(const std::vector<std::string>& base_urls);

}  // namespace agent_access::commands
