/// \file
/// `agent-access check`: validates everything that `serve` would read, and prints a site for a reverse proxy.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/proxies/proxy_site.hpp"

namespace agent_access::app {

struct CheckOptions {
  ConfigSources sources;
  /// The user whose rights decide which files can be read. Empty: as root the user of the installed unit if that serves
  /// the configuration, else the present one.
  std::string as{};
  std::string proxy{};              ///< a name of proxy_table.hpp; empty: nginx, after the report
  std::vector<Replica> replicas{};  ///< of the site of the named proxy; empty: one, at listen.address
  Extent extent = Extent::site;     ///< of what is printed for the named proxy
  bool json = false;                ///< prints the report as JSON, and a site only if a proxy is named
};

/// Prints a line for each check, then the site. If a proxy is named, the lines go to standard error and only its site
/// goes to standard output, so that it can be written to a file; a site that cannot be made is a FAIL then. 0 when
/// nothing failed (warnings are allowed), 1 on any FAIL.
[[nodiscard]] int run_check(const CheckOptions& options);

}  // namespace agent_access::app
