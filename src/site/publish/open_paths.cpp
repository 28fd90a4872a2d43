#include "site/publish/open_paths.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace agent_access::publish {

std::vector<std::string> open_paths(std::vector<std::string> published, std::span<const std::string> prefixes,
                                    bool issues_tokens) {
  std::vector<std::string> folders;
  if (issues_tokens) folders = {"/oauth/", "/api/agent/"};
  folders.emplace_back("/.well-known/");
  const auto is_below = [&](const std::string& path) {
    return std::ranges::any_of(folders, [&](const std::string& folder) { return path.starts_with(folder); });
  };
  std::vector<std::string> sorted(prefixes.begin(), prefixes.end());
  std::ranges::sort(sorted);
  for (const auto& prefix : sorted) {
    if (!is_below(prefix)) folders.push_back(prefix);
  }
  std::vector<std::string> paths;
  for (const auto& folder : folders) paths.push_back(folder + "*");
  std::erase_if(published, is_below);
  std::ranges::sort(published);
  for (auto& path : published) base::add_once(paths, std::move(path));
  return paths;
}

std::string line_of(const std::vector<std::string>& paths) { return base::joined(paths, " "); }

}  // namespace agent_access::publish
