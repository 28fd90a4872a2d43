/// \file
/// The entity tag of prepared bytes. Thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::publish {

/// 128 bits of the SHA-256 of the body in base64url, without quotes: equal on all replicas. Empty if the crypto library
/// failed: such a response has no ETag and is always sent as a whole.
[[nodiscard]] std::string entity_tag(std::string_view body);

}  // namespace agent_access::publish
