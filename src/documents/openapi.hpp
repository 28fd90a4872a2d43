/// \file
/// /openapi.json: the service in OpenAPI 3.1.0, version 1.0.0 (specification section 9), with every operation,
/// response, header and error. Agents read it with their model, so that it is short: no white space, and what many
/// operations have in common stands once. /oauth/authorize is not included, because it refuses every request.
///
/// NOT checked: that the examples are valid by the schemas. Tests validate every example, and responses of the service.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// An error that an operation can return.
struct ErrorAnswer {
  unsigned status;
  std::string_view error;
  std::string_view description;
};

/// The errors of each operation. The service passes them, so that the texts are equal to its responses.
struct ErrorAnswers {
  std::vector<ErrorAnswer> registration;     ///< POST /oauth/register
  std::vector<ErrorAnswer> token;            ///< POST /oauth/token
  std::vector<ErrorAnswer> profile;          ///< GET /api/agent/full-profile
  std::vector<ErrorAnswer> any;              ///< every operation: errors of HTTP, host, method, limits, server
  std::vector<ErrorAnswer> scopes = {};      ///< POST /oauth/token, if scopes are declared
  std::vector<ErrorAnswer> gate_paths = {};  ///< paths below a gate, besides those of the profile
};

[[nodiscard]] std::string render_openapi(const HostView& view, const ErrorAnswers& errors);

}  // namespace agent_access::documents
