/// \file
/// Reads the service's own log lines on the log's thread: counts agents by family, and keeps the last warnings and
/// errors. What is kept is what the log says, no more. Thread safe.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/status/counts.hpp"
#include "ops/agents/agent_table.hpp"

namespace agent_access::app {

/// A line of level warn or error.
struct RecentLine {
  std::string time;
  std::string level;
  std::string event;
  std::string fields;  ///< "name=value …"

  friend bool operator==(const RecentLine&, const RecentLine&) = default;
};

class LogWatch {
 public:
  static constexpr std::size_t kMostLines = 20;

  /// `agents` outlives this object.
  explicit LogWatch(const ops::AgentTable& agents) : agents_(agents) {}

  /// Complete lines of either format (ops/line.hpp). Out of memory, a line is not counted.
  void read(std::string_view lines) noexcept;
  [[nodiscard]] NamedCounts families() const;
  /// Oldest first.
  [[nodiscard]] std::vector<RecentLine> recent() const;

 private:
  void read_line(std::string_view line);
  void count_agent(std::string_view user_agent);

  const ops::AgentTable& agents_;
  mutable std::mutex mutex_;
  NamedCounts families_;
  std::deque<RecentLine> recent_;
  std::unordered_map<std::string, const ops::AgentFamily*> known_;  ///< families found already, bounded
};

}  // namespace agent_access::app
