/// \file
/// Whether a proxy can ask about the gates of the configuration. Not thread safe: writes to the report.
#pragma once

#include "app/check/check_report.hpp"
#include "app/config/config.hpp"
#include "content/settings.hpp"

namespace agent_access::tools {

/// Without gates it reports nothing. The gates are useless if no peer is a trusted proxy, and if the service takes
/// clients for its peers; a prefix that no printed site can hold is for the report of the site.
void check_gates(app::CheckReport& report, const app::Config& config, const content::Settings& settings);

}  // namespace agent_access::tools
