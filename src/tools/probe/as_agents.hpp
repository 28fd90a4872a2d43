/// \file
/// Steps of `try`: the deployment as agents call it. The checks are pure and thread safe.
#pragma once

#include <string>
#include <vector>

#include "tools/client/url.hpp"
#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Calls a deployment once more as agents call it, a step for each: registration, token, profile, /mcp and two
/// documents with the User-Agent of each, at most six requests, and none after the service's own 429. Whoever gets
/// another response than the plain run is refused by something in front of the service, because the service itself does
/// not look at this field. NOT seen: refusals by address, TLS fingerprint or signature, because those of agents cannot
/// be imitated.
void test_as_agents(TestRun& run);

/// An agent as which `try` calls.
struct AgentCaller {
  std::string name;  ///< what finds it in the table of agents: "Claude-User", "python-httpx"
  std::string user_agent;
};
/// The agents of test_as_agents(): those of the table of agents that have a User-Agent.
[[nodiscard]] std::vector<AgentCaller> callers();
/// `--as` decides; without it public https hosts are called so: no address of this machine or of a private network, and
/// no name that only exists there. The name is not looked up.
[[nodiscard]] bool wants_callers(const TryOptions& options, const tools::Url& url);
/// What an agent got instead of the plain response: "403 instead of 201", "text/html instead of application/json",
/// "another body". Empty if it is the same: status class, media type, and the body or the names in it.
[[nodiscard]] std::string difference(const tools::ClientResponse& plain, const tools::ClientResponse& as_agent);

}  // namespace agent_access::tools
