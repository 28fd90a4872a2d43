#include "documents/document_row.hpp"

#include <algorithm>
#include <map>

namespace agent_access::documents {

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

}  // namespace agent_access::documents
