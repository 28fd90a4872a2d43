#include "app/deployment/robots_settings.hpp"

#include <algorithm>

#include "documents/paths.hpp"

namespace agent_access::app {

std::optional<std::string> ineffective_robots_settings(const Config& config,
                                                       std::span<const content::StaticFile> files) {
  if (config.robots_search.empty() && config.robots_input.empty() && config.robots_training.empty()) {
    return std::nullopt;
  }
  constexpr const char* kRemedy = "; write a Content-Signal line into your own robots.txt instead";
  if (std::ranges::find(files, documents::kRobotsPath, &content::StaticFile::path) != files.end()) {
    return std::string("[robots] has no effect, because content.root contains a robots.txt") + kRemedy;
  }
  if (!config.pages) return std::string("[robots] has no effect with content.pages = false") + kRemedy;
  return std::nullopt;
}

}  // namespace agent_access::app
