/// \file
/// Steps of `try`: the MCP endpoint. The checks are pure and thread safe. Findings never contain a token or an
/// unchecked part of a body.
#pragma once

#include <string>
#include <string_view>

#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// The MCP endpoint, if the metadata name one.
void test_mcp(TestRun& run);

/// A request of MCP (2026-07-28, streamable HTTP): `tools/list`, or the call of a tool. `token` may be empty.
[[nodiscard]] tools::ClientRequest mcp_request(const TestRun& run, std::string_view tool = {},
                                               const std::string& token = {});

/// A result of tools/list.
[[nodiscard]] Verdict check_tools_result(const tools::ClientResponse& response);
/// A refusal for want of a token: 401, or a failed result with the challenge, which must name `metadata`.
[[nodiscard]] Verdict check_mcp_challenge(const tools::ClientResponse& response, const std::string& metadata);
/// The profile that get_full_profile returns, issued to `client_id`.
[[nodiscard]] Verdict check_profile_tool(const tools::ClientResponse& response, const std::string& client_id);

}  // namespace agent_access::tools
