#include "app/check/check_documents.hpp"

#include <string>

#include "app/deployment/clocks.hpp"
#include "app/deployment/content_oversights.hpp"

namespace agent_access::app {

std::shared_ptr<const service::Snapshot> check_documents(Report& report, const Material& material) {
  if (const auto unshown = unshown_members(material.content->site); !unshown.empty()) report.info("site", unshown);
  auto snapshot = make_snapshot(material, 1, SystemClock{}.now());
  if (!snapshot) {
    report.fail("documents", sentence_of(snapshot.error()));
    return nullptr;
  }
  const auto paths = (*snapshot)->sites.front().documents.paths();
  report.ok("documents", std::to_string(paths.size()) + " documents per host");
  return std::move(*snapshot);
}

}  // namespace agent_access::app
