/// \file
/// The configuration of a reverse proxy that leads this service's paths to it.
#pragma once

#include <span>
#include <string>

#include "base/trusted_proxies.hpp"
#include "content/settings.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::app {

/// A server block for nginx where TLS ends. With the generated pages everything goes to the service; without them all
/// of /oauth/ and /api/agent/ (so that its errors answer there) and `document_paths` do, and the rest, "/" included,
/// stays with the site. `field` is the one that the service reads.
[[nodiscard]] std::string render_nginx(const content::Settings& settings, const net::Endpoint& listen,
                                       std::span<const std::string> document_paths, base::ForwardedField field);

}  // namespace agent_access::app
