/// \file
/// The link relations to the catalogs of resources for agents: `ard` (ARD 0.91) and its predecessor `ai-catalog`, in
/// the Link field of the home page and in the head of every page. Thread safe.
#pragma once

#include <span>
#include <string_view>

#include "content/settings.hpp"

namespace agent_access::documents {

struct CatalogLink {
  std::string_view relation;
  std::string_view path;
  std::string_view type;
};

/// Empty unless the settings enable ARD.
[[nodiscard]] std::span<const CatalogLink> catalog_links(const content::Settings& settings) noexcept;

}  // namespace agent_access::documents
