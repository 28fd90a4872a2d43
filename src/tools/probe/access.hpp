/// \file
/// Steps of `try`: from the challenge of the profile to the endpoints, a client, a token, and the profile. A step reads
/// facts that earlier ones found, and is recorded as not run when they are missing.
#pragma once

#include <string_view>

#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Finds out from /api/site.json where agents get tokens and the profile: here, unless it names another service, or
/// none.
void find_issuer(TestRun& run);

/// Goes from the challenge of the profile over metadata, registration and token to the profile. Finds the endpoints,
/// credentials and a token. Of a site without a profile it says that there is nothing to test.
void test_access(TestRun& run);

/// The registration that is sent.
[[nodiscard]] tools::ClientRequest registration_request(const TestRun& run);
/// A token request with credentials in its form.
[[nodiscard]] tools::ClientRequest token_request(const TestRun& run, std::string_view client_secret);

}  // namespace agent_access::tools
