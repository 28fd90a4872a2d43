// A site for the tests of the renderers.
#pragma once

#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools::test {

/// Two hosts with TLS, everything to 127.0.0.1:8080, HSTS for a day.
inline ProxySite site_with_pages() {
  ProxySite site;
  site.hosts = {"example.com", "www.example.com"};
  site.port = "443";
  site.service = {"127.0.0.1", 8080};
  site.admin = base::Endpoint{"127.0.0.1", 9464};
  site.hsts = std::chrono::seconds{86'400};
  site.credential_paths = {"/oauth/register", "/oauth/token", "/api/agent/full-profile", "/mcp", "/mcp/"};
  return site;
}

/// The same beside pages of its own, with two documents.
inline ProxySite site_beside() {
  auto site = site_with_pages();
  site.has_pages = false;
  site.paths = {"/a%20boat.svg", "/auth.md"};
  site.credential_paths = {"/oauth/register", "/oauth/token", "/api/agent/full-profile", "/api/agent/a(1).pdf"};
  return site;
}

/// At a loopback address, without TLS.
inline ProxySite site_without_tls() {
  auto site = site_with_pages();
  site.hosts = {"localhost", "127.0.0.1"};
  site.is_tls = false;
  site.port = "9000";
  return site;
}

}  // namespace agent_access::tools::test
