/// \file
/// The types of the protocol, one for each kind of string.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/base_url.hpp"
#include "base/ports.hpp"
#include "base/uuid.hpp"
#include "jose/jwk.hpp"

namespace agent_access::oauth {

using base::Seconds;
using jose::KeyId;

/// The identifier of a client: a UUID version 4. Public.
using ClientId = base::Uuid;
/// `iss` and the prefix of every published URL.
using base::BaseUrl;
/// `jti`.
using TokenId = base::Uuid;

inline constexpr std::string_view kScope = "read:extended";
inline constexpr std::string_view kGrantType = "client_credentials";
inline constexpr std::string_view kProfilePath = "/api/agent/full-profile";
inline constexpr std::chrono::seconds kTokenLifetime{900};
/// How far ahead of our clock `iat` may be: the clocks of replicas differ.
inline constexpr std::chrono::seconds kClockSkew{60};

}  // namespace agent_access::oauth
