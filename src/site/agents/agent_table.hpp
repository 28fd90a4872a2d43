/// \file
/// The one list of agents: which program a User-Agent names, which agents robots.txt names, and as which `try` calls.
/// Compiled in from web/agents.json and replaceable by a file of the same form, because new agents come every month.
/// The first row whose `contains` is part of the User-Agent names it, with a '^' before it: at its beginning; upper and
/// lower case are equal. A User-Agent is what the client says: anybody may send any. Immutable; thread safe. One
/// look-up compares all rows: NOT for the path of a request.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace agent_access::agents {

/// The User-Agent of `agent-access try`, whose requests are not counted as visits, and what follows the name of an
/// agent as which it calls.
inline constexpr std::string_view kTryUserAgent = "agent-access-try";
/// Whether a User-Agent is of `agent-access try`. NOT checked: who sends it.
[[nodiscard]] constexpr bool is_of_try(std::string_view user_agent) noexcept {
  return user_agent.ends_with(kTryUserAgent);
}

struct AgentFamily {
  std::string name;
  std::string operator_name;  ///< who runs it; empty for programs of everybody
  std::string kind;           ///< "training", "search", "assistant", "preview", "crawler", "program", "browser"
  std::string contains;
  bool is_in_robots = false;    ///< whether the generated robots.txt names it
  std::string user_agent = {};  ///< with which `try` calls as this agent; mostly empty
};

class AgentTable {
 public:
  /// {"agents":[{"name","operator","kind","contains"}]}; the strings are not empty, but `operator` may be. A row may
  /// have `robots` (true) and `user_agent`; other members are ignored. At most 2000 rows. An error names the row.
  [[nodiscard]] static base::Result<AgentTable, std::string> parse(std::string_view json);
  /// The compiled-in one.
  [[nodiscard]] static const AgentTable& built_in();
  [[nodiscard]] static std::string_view built_in_text() noexcept;

  /// Never empty: for a User-Agent of no row the family is "unknown", for an empty one "no User-Agent".
  [[nodiscard]] const AgentFamily& family_of(std::string_view user_agent) const;
  [[nodiscard]] const std::vector<AgentFamily>& rows() const noexcept { return rows_; }

 private:
  std::vector<AgentFamily> rows_;
  std::vector<std::string> patterns_;  ///< in lower case, in the order of the rows
};

}  // namespace agent_access::agents
