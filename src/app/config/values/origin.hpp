/// \file
/// Where a value comes from, and the messages about values that cannot be used. Plain data.
#pragma once

#include <string>
#include <vector>

namespace agent_access::app {

/// Error messages for the operator, each with a remedy or a location ("agent-access.toml:12: ...").
using Problems = std::vector<std::string>;

enum class OriginKind { built_in, file, environment, flag, credential };

struct Origin {
  OriginKind kind = OriginKind::built_in;
  std::string place;  ///< "agent-access.toml:12", the variable's name, the flag; empty for a default
};

/// "default", "agent-access.toml:12", "environment AGENT_ACCESS_LOG_LEVEL", "flag --listen", "credential secret".
[[nodiscard]] std::string to_text(const Origin& origin);

}  // namespace agent_access::app
