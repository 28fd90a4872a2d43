/// \file
/// What scanners of such sites ask, where a site can meet it: of the documents of specification section 4.5 a failure,
/// of anything else a warning. The judges are pure; each check's comment names the condition of the scanner it is for.
///
/// NOT judged: what needs a browser, DNS, payment, or a server of another protocol.
#pragma once

#include <vector>

#include "app/probe/walk/documents.hpp"

namespace agent_access::app {

/// /auth.md and the metadata that leads to it and from it.
[[nodiscard]] std::vector<Check> auth_checks();
/// Catalogue, MCP card, A2A card, agent.json.
[[nodiscard]] std::vector<Check> card_checks();
/// The description of the API, its errors and its limits.
[[nodiscard]] std::vector<Check> api_checks();
/// llms.txt, llms-full.txt, FAQ.
[[nodiscard]] std::vector<Check> text_checks();
/// robots.txt, sitemap, home page, pages that do not exist, skills, further catalogues.
[[nodiscard]] std::vector<Check> site_checks();

/// Fetches what the checks need beside the documents. Warnings of what is missing come from the checks.
void fetch_site(Walk& walk, Documents& documents);
/// Every published document, their agreement, their links, and the conditions of scanners. Needs none of the steps
/// before.
void walk_documents(Walk& walk);

/// Runs all checks and asks the endpoints of agent_auth for OPTIONS.
void walk_scanners(Walk& walk, const Documents& documents);

}  // namespace agent_access::app
