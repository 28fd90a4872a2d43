/// \file
/// `agent-access dev`: a deployment to play with, without a file. The secret, and with it every credential, is made at
/// the start and dies with the process, unless the environment names one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "content/settings.hpp"
#include "net/server.hpp"
#include "oauth/client.hpp"

namespace agent_access::app {

struct DevOptions {
  std::string listen;          ///< empty: the environment's, else 127.0.0.1:8080; port 0: any free one
  std::filesystem::path site;  ///< profile.json, site.json, faq.json, public/; empty: the example
  Environment environment;
};

/// 0 after SIGINT or SIGTERM, 1 when it could not start, 2 when `listen` is no address.
[[nodiscard]] int run_dev(const DevOptions& options);

/// The two names under which a browser and an agent on this machine reach the endpoint.
[[nodiscard]] std::vector<std::string> dev_base_urls(const net::Endpoint& endpoint);

/// What dev prints: the address, the pages to open, three commands that work when pasted.
[[nodiscard]] std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                                             bool secret_is_temporary);

}  // namespace agent_access::app
