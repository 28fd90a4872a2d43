/// \file
/// The configuration of a reverse proxy that forwards the paths of this service.
#pragma once

#include <span>
#include <string>

#include "base/trusted_proxies.hpp"
#include "content/settings.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::app {

/// A server block for nginx, which terminates TLS. With the generated pages everything is forwarded; without them all
/// of /oauth/ and /api/agent/ (so that errors there are those of the service) and `document_paths` are, and the rest,
/// "/" included, is served by the site. `field` is the one that the service reads.
[[nodiscard]] std::string render_nginx(const content::Settings& settings, const net::Endpoint& listen,
                                       std::span<const std::string> document_paths, base::ForwardedField field);

}  // namespace agent_access::app
