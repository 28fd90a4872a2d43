/// \file
/// `agent-access check`: validates everything that `serve` would read, and prints a site for a reverse proxy.
#pragma once

#include <string>

#include "app/config/config.hpp"
#include "tools/proxies/check_site.hpp"

namespace agent_access::commands {

struct CheckOptions {
  app::ConfigSources sources;
  /// The user whose rights decide which files can be read. Empty: as root the user of the installed unit if that serves
  /// the configuration, else the present one.
  std::string as{};
  tools::SiteRequest site{};
  bool json = false;  ///< prints the report as JSON, and a site only if a proxy is named
};

/// Prints a line for each check, then the site. If a proxy is named, the lines go to standard error and only its site
/// goes to standard output, so that it can be written to a file; a site that cannot be made is a FAIL then. 0 when
/// nothing failed (warnings are allowed), 1 on any FAIL.
[[nodiscard]] int run_check(const CheckOptions& options);

}  // namespace agent_access::commands
