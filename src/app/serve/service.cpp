#include "app/serve/service.hpp"

#include <utility>

#include "app/deployment/load.hpp"

namespace agent_access::app {

base::Result<LoadedService, Problems> load_service(const ServiceSource& source) {
  auto config = load_config(source.sources);
  if (!config) return base::Failure<Problems>(config.error());
  if (source.request_log) config->settings.request_log = *source.request_log;
  auto fallback = Fallback::minimal;
  if (const auto& playground = source.playground) {
    if (auto problems = take_playground(*config, *playground, source.sources.environment); !problems.empty()) {
      return base::Failure<Problems>(std::move(problems));
    }
    fallback = fallback_of(*playground);
  }
  Report report;
  auto material = load_material(*config, report, fallback);
  auto tls = material ? load_tls(*config, *material, report) : nullptr;
  if (auto problems = report.problems(); !material || !problems.empty()) {
    return base::Failure<Problems>(std::move(problems));
  }
  return LoadedService{std::move(*config), std::move(*material), std::move(tls), report.warnings()};
}

FolderWatch watch_of(const Playground& playground, std::vector<std::filesystem::path> sources) {
  if (!playground.config.empty()) sources.push_back(playground.config);
  return FolderWatch(playground.site, sources);
}

std::string_view variable(const Environment& environment, std::string_view name) {
  const auto found = environment.find(name);
  return found == environment.end() ? std::string_view{} : std::string_view(found->second);
}

}  // namespace agent_access::app
