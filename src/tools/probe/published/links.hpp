/// \file
/// Collects the links of the published documents and checks that those to this host work. The collecting functions are
/// pure.
///
/// NOT followed: links to other hosts, and links of the linked pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/probe/run/documents.hpp"

namespace agent_access::tools {

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
