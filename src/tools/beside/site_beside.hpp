/// \file
/// Which paths of a service the site has, too, beside which it stands (content.beside): `check --beside` names them,
/// because only one of the two can answer there. Blocking; not thread safe: writes to the report.
///
/// The site is a folder with the files that are published, or an address. A folder has a path also as a page: with
/// ".html" at its end, or as the index of a folder. An address has it if a GET request succeeds or is redirected,
/// unless the response is that of any path, such as the page of an application. A document of this service, with the
/// same bytes, is none of the site, in either. NOT found: what answers to other methods only, and in a folder what a
/// program makes while it serves.
#pragma once

#include <string>
#include <string_view>

#include "app/deployment/report.hpp"
#include "service/snapshot.hpp"

namespace agent_access::tools {

/// Empty for a folder that exists and for an http or https URL without a path; else a sentence.
[[nodiscard]] std::string complaint_about_site(std::string_view text);

/// Paths that both have, with what to write into content.keep_paths; and paths there that the site does not have. A
/// failure if there is no site beside the service, or if it cannot be asked.
void check_site_beside(app::Report& report, const std::string& site, const service::Snapshot& snapshot);

}  // namespace agent_access::tools
