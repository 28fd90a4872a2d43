/// \file
/// The requirements of scanners for such sites: a failure for the documents of specification section 4.5, a warning for
/// anything else. The check functions are pure; the comment of each names the scanner's rule.
///
/// NOT checked: rules that need a browser, DNS, payment, or a server of another protocol.
#pragma once

#include <vector>

#include "app/probe/run/documents.hpp"

namespace agent_access::app {

/// /auth.md and the metadata that it links to or that links to it.
[[nodiscard]] std::vector<DocumentCheck> auth_checks();
/// Catalogue, MCP card, A2A card, agent.json.
[[nodiscard]] std::vector<DocumentCheck> card_checks();
/// The description of the API, its errors and its limits.
[[nodiscard]] std::vector<DocumentCheck> api_checks();
/// llms.txt, llms-full.txt, FAQ.
[[nodiscard]] std::vector<DocumentCheck> text_checks();
/// robots.txt, sitemap, home page, pages that do not exist, skills, further catalogues.
[[nodiscard]] std::vector<DocumentCheck> site_checks();

/// Fetches what the checks need beside the documents. The checks report what is missing.
void fetch_site(TestRun& run, Documents& documents);
/// Tests every published document, their agreement, their links, and the requirements of scanners. Needs no earlier
/// step.
void test_documents(TestRun& run);

/// Runs all checks and sends OPTIONS to the endpoints of agent_auth.
void test_scanners(TestRun& run, const Documents& documents);

}  // namespace agent_access::app
