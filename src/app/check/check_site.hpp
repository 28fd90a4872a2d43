/// \file
/// The last part of `check`: the site for a reverse proxy. Not thread safe: writes to the report and to standard
/// output.
#pragma once

#include "app/check/check_command.hpp"
#include "app/check/check_report.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

/// Prints the site, or what a site that exists includes. Warns of paths that the proxy cannot express, and of a site of
/// nginx on this machine that has one of the hosts already.
void print_site(CheckReport& report, const CheckOptions& options, const Config& config,
                const service::Snapshot& snapshot);

}  // namespace agent_access::app
