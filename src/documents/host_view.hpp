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
};

}  // namespace agent_access::documents
