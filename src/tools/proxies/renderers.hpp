/// \file
/// One function for each proxy of proxy_table.hpp, each in the file named like the proxy. All are pure and thread safe.
///
/// A site has: one listener for all hosts, IPv6 included; with TLS, a redirect from http to each host's own https URL
/// and Strict-Transport-Security; the client's address in the field that the service reads, and the other field
/// removed (decision 0021); Host unchanged; everything to the service if it has the pages, else /oauth/, /api/agent/
/// and each document, and the rest to the owner's own pages. Values of a request become part of no response.
///
/// With Extent::locations there is only what a site that exists includes: /oauth/, /api/agent/ and each document, the
/// fields for the service, and the gates. It changes nothing of what that site serves at other paths.
#pragma once

#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools {

[[nodiscard]] ProxyText render_nginx_site(const ProxySite& site);
[[nodiscard]] ProxyText render_caddy_site(const ProxySite& site);
[[nodiscard]] ProxyText render_haproxy_site(const ProxySite& site);
[[nodiscard]] ProxyText render_traefik_site(const ProxySite& site);
[[nodiscard]] ProxyText render_apache_site(const ProxySite& site);

}  // namespace agent_access::tools
