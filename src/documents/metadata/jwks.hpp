/// \file
/// The public keys of the tokens as a JWK Set, RFC 7517 section 5. Equal on every host and replica.
#pragma once

#include <string>

#include "oauth/key_schedule.hpp"

namespace agent_access::documents {

/// Every key of the schedule, in its order. Public members only.
[[nodiscard]] std::string render_jwks(const oauth::KeySchedule& keys);

}  // namespace agent_access::documents
