/// \file
/// /.well-known/ai-catalog.json: an AI Catalog (specVersion 1.0) of the documents for agents.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_ai_catalog(const HostView& view);

}  // namespace agent_access::documents
