/// \file
/// The command line of the program, and what of its commands is tested alone: texts for people and programs, the files
/// of `init`. Commands print to standard output, and problems to standard error with
/// "agent-access: " before them. Their exit codes: 0, 1 when the command could not do its work or found a fault, 2 for
/// a mistake on the command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/material.hpp"
#include "base/base_url.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "content/content.hpp"
#include "content/settings.hpp"
#include "oauth/client.hpp"

namespace agent_access::commands {

/// Parses the arguments of main and runs the command that they name. Returns the exit code: that of the command; 0 for
/// --help and --version; 2 if the command line has a mistake, which is explained on standard error.
[[nodiscard]] int run_command_line(int argument_count, char** arguments);

// `config`: every setting with its value and origin. Secrets are shown as fingerprints.

/// The table; `fingerprint` is shown in the row of the master secret.
[[nodiscard]] std::string render_config(const app::Config& config, const std::string& fingerprint);
/// {"settings":[{"name":"listen.address","value":"127.0.0.1:8080","from":"default"},…]}; lists as arrays, durations and
/// sizes as in the file.
[[nodiscard]] std::string render_config_json(const app::Config& config, const std::string& fingerprint);

/// What `dev` prints at the start: the address, the pages to open, commands to paste.
[[nodiscard]] std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                                             bool secret_is_temporary);

// `init`: writes a configuration, a secret and example content. Never overwrites a file.

struct InitOptions {
  std::filesystem::path directory;
  std::vector<std::string> base_urls;  ///< empty: example.com, to be edited
};

/// Creates the folder if it is missing, then agent-access.toml, secret (mode 0600; 0640 in a folder of root that only a
/// group may enter), profile.json, site.json, faq.json and the schemas of the last three. Writes nothing when one of
/// them exists.
[[nodiscard]] base::Result<void, app::Problems> write_first_files(const InitOptions& options, base::Random& random);
/// The configuration file: every setting with its default, commented out except base_urls.
[[nodiscard]] std::string render_first_config(const std::vector<std::string>& base_urls);

// `keys`: the signing keys and when each signs and is published, without private data.

[[nodiscard]] std::string render_keys(const std::vector<app::KeyRow>& rows);
[[nodiscard]] std::string render_keys_json(const std::vector<app::KeyRow>& rows);

}  // namespace agent_access::commands
