/// \file
/// The configuration of a reverse proxy that leads this service's paths, and only those, to it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "net/server.hpp"
#include "site/settings.hpp"

namespace agent_access::app {

/// A server block for nginx: TLS ends there, the site's own pages stay where they are. `document_paths` are those of
/// the catalogue; "/" among them is left to the site.
[[nodiscard]] std::string render_nginx(const site::Settings& settings, const net::Endpoint& listen,
                                       std::span<const std::string> document_paths);

}  // namespace agent_access::app
