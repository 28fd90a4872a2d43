/// \file
/// `agent-access init DIR`: a configuration, a secret and example content to start from. Never overwrites anything.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"

namespace agent_access::app {

struct InitOptions {
  std::filesystem::path directory;
  std::vector<std::string> base_urls;  ///< empty: example.com, to be edited
};

/// 0, 1 when something is there already or cannot be written, 2 when a base URL is none.
[[nodiscard]] int run_init(const InitOptions& options);

/// Creates the folder if need be, then agent-access.toml, secret (mode 0600), profile.json, site.json, faq.json and the
/// schema of each of the three. Nothing is written when one of them exists.
[[nodiscard]] base::Result<void, Problems> write_first_files(const InitOptions& options, base::Random& random);

/// The configuration file: every setting with its default, commented out, save base_urls.
[[nodiscard]] std::string render_first_config(const std::vector<std::string>& base_urls);

}  // namespace agent_access::app
