/// \file
/// Reads the claims of a payload while it is parsed, without building a JSON value. Thread safe, stateless.
#pragma once

#include <optional>
#include <string_view>

#include "jose/jwt.hpp"

namespace agent_access::jose {

/// Nothing if the payload is not one JSON object by the rules of strict_reader.hpp, or a claim has the wrong type.
[[nodiscard]] std::optional<Claims> read_claims(std::string_view payload);

}  // namespace agent_access::jose
