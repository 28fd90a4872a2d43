/// \file
/// `agent-access dev`: a playground without configuration files. The secret is generated at start, so that all
/// credentials become invalid when the process ends, unless the environment sets one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "content/settings.hpp"
#include "net/server.hpp"
#include "oauth/client.hpp"

namespace agent_access::commands {

struct DevOptions {
  std::string listen;          ///< empty: from the environment, else 127.0.0.1:8080; port 0: any free port
  std::filesystem::path site;  ///< profile.json, site.json, faq.json, public/; empty: the example
  app::Environment environment;
};

/// 0 after SIGINT or SIGTERM, 1 when it could not start, 2 when `listen` is not ADDRESS:PORT.
[[nodiscard]] int run_dev(const DevOptions& options);

/// The two base URLs for a browser and an agent on this machine.
[[nodiscard]] std::vector<std::string> dev_base_urls(const net::Endpoint& endpoint);

/// The output of dev: the address, the pages to open, three commands to paste.
[[nodiscard]] std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                                             bool secret_is_temporary);

}  // namespace agent_access::commands
