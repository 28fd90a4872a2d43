/// \file
/// The requirements of scanners for such sites: a failure for the documents of specification section 4.5, a warning for
/// anything else. The check functions are pure; the comment of each names the scanner's rule.
///
/// NOT checked: rules that need a browser, DNS, payment, or a server of another protocol.
#pragma once

#include <vector>

#include "tools/probe/run/documents.hpp"

namespace agent_access::tools {

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

/// Conventions that a site may follow: ARD manifest, Markdown forms of all pages, signature of the agent card. A remark
/// if the site does not; a warning if it names what is not there, and a failure if the signature is not valid.
[[nodiscard]] std::vector<DocumentCheck> convention_checks();

/// The path of the Markdown form that a fetched page names in its head; empty if it has none at a path of its own.
[[nodiscard]] std::string markdown_form_of(const Documents& documents, std::string_view page);
/// The paths of the pages in the site data, if the home page names such a form.
[[nodiscard]] std::vector<std::string> pages_with_forms(const Documents& documents);

/// Fetches what the checks need beside the documents. The checks report what is missing.
void fetch_site(TestRun& run, Documents& documents);
/// Tests every published document, their agreement, their links, and the requirements of scanners. Needs no earlier
/// step.
void test_documents(TestRun& run);

/// Runs all checks and sends OPTIONS to the endpoints of agent_auth.
void test_scanners(TestRun& run, const Documents& documents);

}  // namespace agent_access::tools
