/// \file
/// The links of the published documents: which there are, and whether those of this host lead somewhere. The collecting
/// functions are pure.
///
/// NOT followed: links of other hosts, and what the linked pages link to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/probe/walk/documents.hpp"

namespace agent_access::app {

/// No deployment is asked for more links than this.
inline constexpr std::size_t kMaxLinks = 200;

/// Every address that the document names, absolute, without fragment, each once. Catalogue: anchors and hrefs; index of
/// skills: url; sitemap: loc; cards: every member that is an address; other documents: as Markdown.
[[nodiscard]] std::vector<std::string> links_in(const Documents& documents, std::string_view path);

/// What is wrong with the answer to a followed link.
[[nodiscard]] Verdict judge_link(const std::string& url, const client::ClientResponse& answer);

/// The digest that an index of skills names for its target: `sha256:<hex>`.
[[nodiscard]] Verdict judge_digest(const std::string& url, std::string_view digest, std::string_view body);

/// One step for each document that has links.
void walk_links(Walk& walk, Documents& documents);

}  // namespace agent_access::app
