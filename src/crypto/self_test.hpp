/// \file
/// Known-answer tests of every primitive in use, run before the program serves anything.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace agent_access::crypto {

/// Nothing on success, else the name of the first primitive that gave a wrong answer ("HMAC-SHA-256", "entropy", ...).
[[nodiscard]] base::Result<void, std::string_view> known_answer_self_test();

}  // namespace agent_access::crypto
