/// \file
/// What agents meet first on the site beside which the service stands, for `check --beside`. Blocking; not thread safe:
/// writes to the report.
#pragma once

#include <string>

#include "app/deployment/report.hpp"
#include "site/content/settings.hpp"

namespace agent_access::tools {

/// A warning for each of the home page, /llms.txt, /AGENTS.md and /robots.txt of the site, if it exists, that does not
/// lead to the service, with the line to paste (tools/probe/first_contact.hpp). `site` is a folder, whose home page is
/// index.html, or an address; what cannot be read counts as missing. Nothing where the generated pages are served.
void check_first_pages(app::Report& report, const std::string& site, const content::Settings& settings);

}  // namespace agent_access::tools
