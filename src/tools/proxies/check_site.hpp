/// \file
/// What `check` says about reverse proxies: whether one can ask about the gates, and, last of all, its site. Not thread
/// safe: writes to the report.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/report.hpp"
#include "service/snapshot.hpp"
#include "site/content/settings.hpp"
#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools {

struct SiteRequest {
  std::string proxy{};              ///< a name of proxy_table.hpp; empty: nginx, after the report
  std::vector<Replica> replicas{};  ///< of the site of the named proxy; empty: one, at listen.address
  Extent extent = Extent::site;     ///< of what is printed for the named proxy
};

/// The site, or what a site that exists includes, with a line of the report that lists its paths; empty if it cannot be
/// made. Warns of paths that the proxy cannot express, of a site of nginx on this machine that has one of the hosts
/// already, and of its locations, which what it includes must not repeat.
[[nodiscard]] std::string render_site(app::Report& report, const SiteRequest& wanted, const app::Config& config,
                                      const service::Snapshot& snapshot);

/// One line with the paths at which nothing in front of the service may ask for a challenge or a login.
void report_open_paths(app::Report& report, const service::Snapshot& snapshot);

/// The records of DNS-AID for the hosts that the DNS may have, as lines of a zone file; empty if there is none. With
/// TLS of its own the program speaks HTTP/1.1 alone.
[[nodiscard]] std::string render_dns_records(const content::Settings& settings, bool has_own_tls);

/// Without gates it reports nothing. The gates are useless if no peer is a trusted proxy, and if the service takes
/// clients for its peers; a prefix that no printed site can hold is for the report of the site.
void check_gates(app::Report& report, const app::Config& config, const content::Settings& settings);

}  // namespace agent_access::tools
