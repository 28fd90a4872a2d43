/// \file
/// The steps of `try` in the order in which they are walked. Each group reads facts that earlier ones found and records
/// its own steps as not run where they are missing.
#pragma once

#include "app/probe/walk/walk.hpp"

namespace agent_access::app {

/// Of a token request.
inline constexpr std::string_view kFormType = "application/x-www-form-urlencoded";

/// From the challenge of the profile to the endpoints. Learns the metadata, the issuer and the endpoints.
void walk_discovery(Walk& walk);
/// Registration, a token in each of the three ways, its verification, the profile. Learns credentials and a token.
void walk_access(Walk& walk);
/// What must be refused, and how.
void walk_refusals(Walk& walk);
/// CORS, HEAD, conditional requests, methods, hosts.
void walk_manners(Walk& walk);
}  // namespace agent_access::app
