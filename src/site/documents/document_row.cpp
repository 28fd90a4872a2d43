#include "site/documents/document_row.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace agent_access::documents {

namespace {

constexpr std::array<CatalogLink, 2> kCatalogLinks = {
    {{"ard", kArdPath, kJsonType}, {"ai-catalog", kAiCatalogPath, kAiCatalogType}}};

}  // namespace

bool is_published(const DocumentRow& row, const content::Settings& settings) noexcept {
  switch (row.published) {
    case Published::always:
      return true;
    case Published::with_pages:
      return settings.has_pages;
    case Published::with_mcp:
      return settings.mcp.is_enabled;
    case Published::with_ard:
      return settings.conventions.ard;
  }
  return false;
}

std::vector<Listed> listed_in(std::span<const DocumentRow> rows, List list) {
  std::map<std::uint8_t, Listed> places;
  for (const DocumentRow& row : rows) {
    const auto listing = std::ranges::find(row.listings, list, &Listing::list);
    if (listing != row.listings.end()) places.emplace(listing->place, Listed{row, *listing});
  }
  std::vector<Listed> listed;
  for (const auto& [place, document] : places) listed.push_back(document);
  return listed;
}

std::vector<Listed> listed_in(const HostView& view, List list) {
  std::vector<Listed> listed;
  for (const Listed& one : listed_in(view.published, list)) {
    if (is_published(one.document, view.settings)) listed.push_back(one);
  }
  return listed;
}

std::span<const CatalogLink> catalog_links(const content::Settings& settings) noexcept {
  return settings.conventions.ard ? std::span<const CatalogLink>(kCatalogLinks) : std::span<const CatalogLink>();
}

}  // namespace agent_access::documents
