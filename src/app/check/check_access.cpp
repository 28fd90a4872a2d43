#include "app/check/check_access.hpp"

#include "app/deployment/access/access_conflicts.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kAccess = "access";

std::string counted(std::size_t count, std::string_view one, std::string_view several) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : several);
}

}  // namespace

bool check_access_sources(CheckReport& report, const Config& config, const Confidential& confidential) {
  if (config.access.documents.empty()) return true;
  report.begin("Reading the documents …");
  std::vector<std::string> warnings;
  const auto problems = check_sources(config, search_for(confidential), warnings);
  for (const auto& warning : warnings) report.warn(kAccess, warning);
  if (!problems.empty()) report.fail_all(kAccess, problems);
  return problems.empty();
}

void check_access_rows(CheckReport& report, const Config& config, const content::Settings& settings,
                       const content::Content& content, std::span<const content::StaticFile> files) {
  if (config.access.is_empty()) return;
  for (const auto& warning : access_warnings(config.access)) report.warn(kAccess, warning);
  const auto conflicts = access_conflicts(config.access, settings, content, files);
  if (!conflicts.empty()) return report.fail_all(kAccess, conflicts);
  report.ok(kAccess, counted(settings.access.scopes.size(), "scope", "scopes") + ", " +
                         counted(settings.access.documents.size(), "document", "documents") + ", " +
                         counted(settings.access.gates.size(), "gate", "gates"));
}

}  // namespace agent_access::app
