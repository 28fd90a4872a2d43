/// \file
/// The steps of `try` in order. Each group reads facts that earlier groups found and records its steps as not run when
/// they are missing.
#pragma once

#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

/// Of a token request.
inline constexpr std::string_view kFormType = "application/x-www-form-urlencoded";

/// From the challenge of the profile to the endpoints. Finds the metadata, the issuer and the endpoints.
void test_discovery(TestRun& run);
/// Registration, a token in each of the three ways, its verification, the profile. Finds credentials and a token.
void test_access(TestRun& run);
/// Requests that must be refused.
void test_refusals(TestRun& run);
/// The gated documents and gates that the metadata name, if there are some.
void test_gated(TestRun& run);
/// CORS, HEAD, conditional requests, methods, hosts.
void test_http_rules(TestRun& run);
/// The MCP endpoint, if the deployment offers one.
void test_mcp(TestRun& run);

}  // namespace agent_access::tools
