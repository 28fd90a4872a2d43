/// \file
/// The steps of `try` in order. Each group reads facts that earlier groups found and records its steps as not run when
/// they are missing.
#pragma once

#include "app/probe/walk/walk.hpp"

namespace agent_access::app {

/// Of a token request.
inline constexpr std::string_view kFormType = "application/x-www-form-urlencoded";

/// From the challenge of the profile to the endpoints. Finds the metadata, the issuer and the endpoints.
void test_discovery(Walk& walk);
/// Registration, a token in each of the three ways, its verification, the profile. Finds credentials and a token.
void test_access(Walk& walk);
/// Requests that must be refused.
void test_refusals(Walk& walk);
/// CORS, HEAD, conditional requests, methods, hosts.
void test_manners(Walk& walk);
}  // namespace agent_access::app
