/// \file
/// Settings that are valid and probably not meant, because too many can reach the service, or not all who should. Pure;
/// thread safe.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

/// Trusted proxies that are everybody, a public listen.address without TLS for https base URLs, a public listen.admin,
/// and a host whose twin with or without "www." is no base URL. Each sentence begins with the name of the setting. NOT
/// checked: firewalls and what listens in front.
[[nodiscard]] std::vector<std::string> exposure_warnings(const Config& config);

}  // namespace agent_access::app
