/// \file
/// The claims out of a payload, in one pass and without a document in between. Thread safe, stateless.
#pragma once

#include <optional>
#include <string_view>

#include "jose/jwt.hpp"

namespace agent_access::jose {

/// Nothing when the payload is not one JSON object under the rules of strict_json.hpp, or a claim has the wrong type.
[[nodiscard]] std::optional<Claims> read_claims(std::string_view payload);

}  // namespace agent_access::jose
