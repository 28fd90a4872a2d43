/// \file
/// The input of every renderer: the site for one of its hosts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "content/content.hpp"
#include "content/settings.hpp"
#include "documents/document_row.hpp"
#include "documents/paths.hpp"

namespace agent_access::documents {

/// Refers to its parts; used during one rendering.
struct HostView {
  const content::Settings& settings;
  const content::Content& content;
  std::span<const DocumentRow> published;  ///< the table of publish/document_table.hpp
  std::size_t host = 0;                    ///< index into settings.base_urls

  [[nodiscard]] const std::string& base_url() const { return settings.base_urls.at(host).text(); }
  /// "https://www.example.com" + path.
  [[nodiscard]] std::string url(std::string_view path) const { return base_url() + std::string(path); }
  /// The same on the canonical host, for rel="canonical".
  [[nodiscard]] std::string canonical_url(std::string_view path) const {
    return settings.base_urls.front().text() + std::string(path);
  }
  /// The path of the home page, which registers the browser tools, or without pages that of their module.
  [[nodiscard]] std::string_view tools_path() const noexcept {
    return settings.has_pages ? std::string_view("/") : kBrowserToolsPath;
  }
};

/// A link relation to a catalog of resources for agents: `ard` (ARD 0.91) and its predecessor `ai-catalog`, in the
/// Link field of the home page and in the head of every page.
struct CatalogLink {
  std::string_view relation;
  std::string_view path;
  std::string_view type;
};

/// Empty unless the settings enable ARD.
[[nodiscard]] std::span<const CatalogLink> catalog_links(const content::Settings& settings) noexcept;

}  // namespace agent_access::documents
