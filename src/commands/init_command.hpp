/// \file
/// `agent-access init`: writes a configuration, a secret, and example content or the owner's sources. Never overwrites
/// a file, and keeps a secret.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"

namespace agent_access::commands {

struct InitOptions {
  std::filesystem::path directory;
  std::vector<std::string> base_urls;               ///< empty: example.com, to be edited
  bool has_access = true;                           ///< false: neither secret nor profile, and access.enabled = false
  std::vector<std::filesystem::path> sources = {};  ///< files that are copied; without them there are examples
  std::vector<std::string> publish = {};            ///< content.publish
  std::string site = {};                            ///< the text of site.json beside sources
  std::string profile = "{}\n";                     ///< that of profile.json beside them
  bool serves = true;                               ///< whether this program can serve; else the next step is to export
};

enum class FirstSecret : std::uint8_t { none, written, kept };

/// Creates the folder if it is missing, then agent-access.toml, secret (mode 0600; 0640 in a folder of root that only a
/// group may enter), profile.json, site.json, faq.json and the schemas of the last three; with sources, these and
/// the texts for them instead of the examples. A secret and a source that are there already are kept, so that its
/// clients stay; writes nothing when the secret cannot be used, or when one of the others exists.
[[nodiscard]] base::Result<FirstSecret, app::Problems> write_first_files(const InitOptions& options,
                                                                         base::Random& random);
/// The configuration file: every setting with its default, commented out except base_urls and what differs.
[[nodiscard]] std::string render_first_config(const InitOptions& options);

}  // namespace agent_access::commands
