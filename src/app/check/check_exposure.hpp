/// \file
/// Settings that are valid and probably not meant: they trust or show more than a deployment needs, or leave out a
/// host. Pure; thread safe. NOT checked: firewalls and what listens in front.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

/// A sentence for each, which begins with the name of the setting: trusted proxies that are everybody, a public
/// listen.address without TLS for https base URLs, a public listen.admin, and a host whose twin with or without "www."
/// is no base URL.
[[nodiscard]] std::vector<std::string> exposure_warnings(const Config& config);

}  // namespace agent_access::app
