/// \file
/// The paths that agents need: nothing in front of the service may ask there for a challenge or a login. Pure; thread
/// safe.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace agent_access::publish {

/// `published`: paths of documents, and /mcp if it is on. `prefixes`: of gates, "/data/". The endpoints first, if
/// tokens are issued, each path once; "/data/*" is every path below /data/, and stands for what is there.
[[nodiscard]] std::vector<std::string> open_paths(std::vector<std::string> published,
                                                  std::span<const std::string> prefixes, bool issues_tokens = true);

/// The paths in one line, as rules and shells take them: "/oauth/* /api/agent/* /llms.txt".
[[nodiscard]] std::string line_of(const std::vector<std::string>& paths);

}  // namespace agent_access::publish
