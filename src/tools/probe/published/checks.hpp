/// \file
/// Checks of the documents that a deployment publishes: each by itself, their agreement, their links, and the
/// requirements of scanners for such sites: a failure for the documents of specification section 4.5, a warning for
/// anything else. The check functions are pure and thread safe; where a scanner has a rule, its name is a comment.
///
/// NOT checked: rules that need a browser, DNS, payment, or a server of another protocol. NOT followed: links to other
/// hosts, and links of the linked pages.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/probe/run/documents.hpp"

namespace agent_access::tools {

/// Tests every published document, their agreement, their links, and the requirements of scanners. Needs no earlier
/// step.
void test_documents(TestRun& run);

struct Published {
  std::string_view path;
  std::string_view media_type = "application/json";
};

/// The documents of specification section 4.5.
[[nodiscard]] std::span<const Published> published_documents() noexcept;

/// 200, media type, content, CORS, validator, cache.
[[nodiscard]] Verdict check_get(const Published& document, const client::ClientResponse& answer);
/// The same fields without a body; of the catalogue also the Link of RFC 9727 section 3.
[[nodiscard]] Verdict check_head(const Published& document, const client::ClientResponse& get,
                                 const client::ClientResponse& answer);
/// 204 that allows GET from every origin.
[[nodiscard]] Verdict check_options(const client::ClientResponse& answer);
/// 405 with Allow and JSON.
[[nodiscard]] Verdict check_post(const client::ClientResponse& answer);
/// 304 to If-None-Match.
[[nodiscard]] Verdict check_revalidation(const client::ClientResponse& answer);

/// Issuer, resources, endpoints and the URLs in texts.
[[nodiscard]] std::vector<DocumentCheck> address_checks();
/// Tools (also those of /browser-tools.js if published), scope, versions, keys and questions.
[[nodiscard]] std::vector<DocumentCheck> content_checks();
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

/// The most links that are followed.
inline constexpr std::size_t kMaxLinks = 200;

/// Every URL in the document, absolute, without fragment, each once. Catalogue: anchors and hrefs; index of skills:
/// url; sitemap: loc; cards: every member with a URL; other documents: as Markdown.
[[nodiscard]] std::vector<std::string> links_in(const Documents& documents, std::string_view path);
/// Checks the response to a followed link.
[[nodiscard]] Verdict check_link(const std::string& url, const client::ClientResponse& answer);
/// Checks the digest of a skill in an index: `sha256:<hex>`.
[[nodiscard]] Verdict check_digest(const std::string& url, std::string_view digest, std::string_view body);
/// One step for each document that has links.
void test_links(TestRun& run, Documents& documents);

}  // namespace agent_access::tools
