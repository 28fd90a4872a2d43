#include "service/service_paths.hpp"

#include <algorithm>

#include "service/endpoints.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::service {
namespace {

std::string metadata_path_of(std::string_view resource) {
  return std::string(documents::kProtectedResourcePath).append(resource);
}

}  // namespace

bool ServicePaths::have(std::string_view path) const noexcept {
  if (std::ranges::binary_search(exact, path)) return true;
  return std::ranges::any_of(prefixes, [path](std::string_view prefix) { return path.starts_with(prefix); });
}

std::vector<std::string> metadata_prefixes(const content::Settings& settings) {
  std::vector<std::string> prefixes;
  for (const auto& gate : settings.access.gates) prefixes.push_back(metadata_path_of(gate.prefix));
  return prefixes;
}

ServicePaths service_paths(const publish::Catalogue& documents, const content::Settings& settings) {
  ServicePaths paths{documents.paths(), metadata_prefixes(settings)};
  for (const EndpointRow& row : endpoint_table()) {
    if (documents::is_published(row.published, settings)) paths.exact.emplace_back(row.path);
  }
  // The endpoint and its metadata are also found with a slash at the end of its address.
  if (settings.serves_mcp()) paths.exact.emplace_back(documents::kMcpSlashPath);
  if (documents.find(documents::kMcpResourcePath) != nullptr) {
    paths.exact.push_back(metadata_path_of(documents::kMcpSlashPath));
  }
  for (const auto& prefix : paths.prefixes) paths.exact.push_back(prefix.substr(0, prefix.size() - 1));
  for (const auto& document : settings.access.documents) {
    paths.exact.insert(paths.exact.end(), {document.path, metadata_path_of(document.path)});
  }
  std::ranges::sort(paths.exact);
  return paths;
}

}  // namespace agent_access::service
