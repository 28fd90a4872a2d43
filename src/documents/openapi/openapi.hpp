/// \file
/// /openapi.json: the whole service as OpenAPI 3.1.0, version 1.0.0 (specification section 9). Every operation,
/// response, header and error, each with an example. /oauth/authorize is no operation: it only refuses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// One way in which an operation refuses.
struct ErrorAnswer {
  unsigned status;
  std::string_view error;
  std::string_view description;
};

/// The refusals of the service, told by the layer that makes them, so that the examples are its own words.
struct ErrorAnswers {
  std::vector<ErrorAnswer> registration;  ///< POST /oauth/register
  std::vector<ErrorAnswer> token;         ///< POST /oauth/token
  std::vector<ErrorAnswer> profile;       ///< GET /api/agent/full-profile
  std::vector<ErrorAnswer> any;  ///< of every operation: HTTP itself, host, method, limits, faults of the server
};

[[nodiscard]] std::string render_openapi(const HostView& view, const ErrorAnswers& errors);

}  // namespace agent_access::documents
