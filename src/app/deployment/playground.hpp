/// \file
/// What `dev` serves: content without a configuration, for this machine. Reads files. Not thread safe.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/content_files.hpp"
#include "base/base_url.hpp"
#include "base/endpoint.hpp"
#include "base/secret.hpp"

namespace agent_access::app {

/// What `dev` has by default in place of the defaults of production, at the start and after a reload.
struct Playground {
  std::filesystem::path site;    ///< profile.json, site.json, faq.json, public/; empty: the sources, else the example
  std::filesystem::path config;  ///< the file whose content.sources and content.publish count; empty: none
  std::vector<std::filesystem::path> sources;  ///< instead of them
  std::vector<std::string> publish;
  base::Endpoint listen;                    ///< with the port that is open
  std::optional<base::SecretBytes> secret;  ///< made for this process; nothing if one is configured
};

/// Sets them in a configuration of the environment and the command line.
[[nodiscard]] Problems take_playground(Config& config, const Playground& playground, const Environment& environment);

/// What stands for content that is missing.
[[nodiscard]] Fallback fallback_of(const Playground& playground);

/// The two base URLs for a browser and an agent on this machine.
[[nodiscard]] std::vector<base::BaseUrl> dev_base_urls(const base::Endpoint& endpoint);

}  // namespace agent_access::app
