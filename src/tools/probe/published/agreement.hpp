/// \file
/// Checks that the published documents agree: addresses, endpoints, tools, scope, versions, keys. Pure; thread safe.
#pragma once

#include <vector>

#include "tools/probe/run/documents.hpp"

namespace agent_access::tools {

/// Issuer, resources, endpoints and the URLs in texts.
[[nodiscard]] std::vector<DocumentCheck> address_checks();
/// Tools (also those of /browser-tools.js if published), scope, versions, keys and questions.
[[nodiscard]] std::vector<DocumentCheck> content_checks();

}  // namespace agent_access::tools
