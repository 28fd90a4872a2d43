#include "documents/catalog_links.hpp"

#include <array>

#include "documents/paths.hpp"

namespace agent_access::documents {

namespace {

constexpr std::array<CatalogLink, 2> kCatalogLinks = {
    {{"ard", kArdPath, kJsonType}, {"ai-catalog", kAiCatalogPath, kAiCatalogType}}};

}  // namespace

std::span<const CatalogLink> catalog_links(const content::Settings& settings) noexcept {
  return settings.conventions.ard ? std::span<const CatalogLink>(kCatalogLinks) : std::span<const CatalogLink>();
}

}  // namespace agent_access::documents
