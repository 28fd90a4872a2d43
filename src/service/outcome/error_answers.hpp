/// \file
/// The errors that each operation can return, from the fault table, for the OpenAPI description. Thread safe.
#pragma once

#include "documents/openapi/openapi.hpp"

namespace agent_access::service {

[[nodiscard]] documents::ErrorAnswers error_answers();

}  // namespace agent_access::service
