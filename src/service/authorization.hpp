/// \file
/// Decides by the Authorization field whether a caller may read the profile. Not thread safe for one context.
#pragma once

#include <string>

#include "base/result.hpp"
#include "oauth/bearer.hpp"
#include "oauth/fault.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

/// The grant of the token in the Authorization field, from the verified token cache if it is there. The outcome gets
/// the ids of token and key.
[[nodiscard]] base::Result<oauth::AccessGrant, oauth::BearerFault> authorize(Call& call);

/// Appends what follows the prefix of the profile (content/profile.hpp): `_meta` with the grant.
void append_profile_end(const oauth::AccessGrant& grant, std::string& body);

}  // namespace agent_access::service
