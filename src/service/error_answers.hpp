/// \file
/// The fault table read aloud: which refusals each operation can give, for the OpenAPI description. Thread safe.
#pragma once

#include "documents/openapi/openapi.hpp"

namespace agent_access::service {

[[nodiscard]] documents::ErrorAnswers error_answers();

}  // namespace agent_access::service
