/// \file
/// robots.txt as a crawler reads it (RFC 9309), and whether it lets agents in. Any text is valid, and what is not a
/// rule is skipped. Pure; thread safe after construction.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// The rules of one file. NOT done: what single operators do beyond the RFC, such as another name that an agent without
/// a group of its own follows.
class RobotsFile {
 public:
  /// A crawler must read this much (section 2.5); the rest is ignored.
  static constexpr std::size_t kMostBytes = std::size_t{500} * 1024;

  explicit RobotsFile(std::string_view text);

  /// Whether the agent may fetch the path, which begins with '/' and may have a query. `agent` is a product token in
  /// any case; that of nobody, such as "*", stands for all agents that no group names.
  [[nodiscard]] bool allows(std::string_view agent, std::string_view path) const;
  /// How many groups name the agent; they count as one (section 2.2.1).
  [[nodiscard]] std::size_t groups_of(std::string_view agent) const;

 private:
  struct Rule {
    std::string pattern;  ///< in the form of section 2.2.2: only what must be is percent-encoded
    bool allows;
  };
  struct Group {
    std::vector<std::string> agents;
    std::vector<Rule> rules;
  };

  std::vector<Group> groups_;
};

/// The agents that the generated robots.txt names, and all others, may fetch "/", /llms.txt, the endpoints and the
/// profile by the robots.txt that arrives. A warning if there is none, if only agents for training are refused, or only
/// "/": that may be the owner's choice, unless something in front has added rules. `issues_tokens`: there are
/// endpoints.
[[nodiscard]] Verdict check_robots(const tools::ClientResponse& response, bool issues_tokens = true);

}  // namespace agent_access::tools
