/// \file
/// /openapi.json: the service in OpenAPI 3.1.0, version 1.0.0 (specification section 9), with every operation,
/// response, header and error. Agents read it with their model, so that it is short: no white space, and what many
/// operations have in common stands once. /oauth/authorize is not included, because it refuses every request.
///
/// NOT checked: that the examples are valid by the schemas. Tests validate every example, and responses of the service.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// Paths below a gate have the errors of the profile, too.
[[nodiscard]] std::string render_openapi(const HostView& view);

}  // namespace agent_access::documents
