/// \file
/// /.well-known/ard.json: the manifest of Agentic Resource Discovery (ARD 0.9 and 0.91), from which search services for
/// agents build their index. It has the entries of the AI catalog whose media types ARD defines, each with
/// representative queries, and the AI catalog itself for all others.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// Queries name only what the site has: without publications, no query asks for one.
[[nodiscard]] std::string render_ard_manifest(const HostView& view);

}  // namespace agent_access::documents
