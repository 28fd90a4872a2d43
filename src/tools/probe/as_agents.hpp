/// \file
/// Calls a deployment once more as agents call it: registration, token, profile, /mcp and two documents with the
/// User-Agent of each. Whoever gets another answer than the plain run is refused by something in front of the service,
/// because the service itself does not look at this field.
///
/// NOT seen: refusals by address, TLS fingerprint or signature, because those of agents cannot be imitated.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client/url.hpp"
#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

struct Caller {
  std::string_view name;  ///< that of ops/agents, but for libraries of one language
  std::string_view user_agent;
};

[[nodiscard]] std::span<const Caller> callers() noexcept;

/// `--as` decides; without it public https hosts are called so: no address of this machine or of a private network, and
/// no name that only exists there. The name is not looked up. Pure.
[[nodiscard]] bool wants_callers(const TryOptions& options, const client::Url& url);

/// What an agent got instead of the plain response: "403 instead of 201", "text/html instead of application/json",
/// "another body". Empty if it is the same: status class, media type, and the body or the names in it. Pure.
[[nodiscard]] std::string difference(const client::ClientResponse& plain, const client::ClientResponse& as_agent);

/// A step for each agent. Sends at most six requests for each, and none after the service's own 429.
void test_as_agents(TestRun& run);

}  // namespace agent_access::tools
