/// \file
/// Known-answer tests of every primitive in use, run before the program serves anything.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace agent_access::crypto {

/// On failure, the name of the first primitive with a wrong result ("HMAC-SHA-256", "entropy", ...).
[[nodiscard]] base::Result<void, std::string_view> known_answer_self_test();

}  // namespace agent_access::crypto
