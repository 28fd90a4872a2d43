/// \file
/// Renders what a service would publish, without serving it. Not thread safe.
#pragma once

#include <memory>

#include "app/deployment/material.hpp"
#include "app/deployment/report.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

/// Says how many documents there are, and which members of site.json none of them shows. The snapshot, from which the
/// site of a proxy is made; null if a document cannot be made.
[[nodiscard]] std::shared_ptr<const service::Snapshot> check_documents(Report& report, const Material& material);

}  // namespace agent_access::app
