/// \file
/// What a log says about visits, counted. Bounded, whatever the log contains: at most kMostNames different names in
/// each table, further ones are left out. Not thread safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ports.hpp"
#include "site/agents/agent_table.hpp"
#include "tools/visits/log_line.hpp"

namespace agent_access::tools {

/// What requests were about. A request may be in several: a refused one is also a request.
struct Numbers {
  std::uint64_t requests = 0;
  std::uint64_t documents = 0;  ///< reads of documents, pages and files, 304 included
  std::uint64_t registrations = 0;
  std::uint64_t tokens = 0;
  std::uint64_t profiles = 0;  ///< reads of the profile
  std::uint64_t refused = 0;   ///< answers with a status of 400 or more
};

/// The members of Numbers, in the order in which they are shown.
struct NumberRow {
  std::uint64_t Numbers::* member;
  std::string_view name;     ///< in JSON
  std::string_view heading;  ///< of a column
};
inline constexpr auto kNumberRows = std::to_array<NumberRow>({
    {&Numbers::requests, "requests", "REQUESTS"},
    {&Numbers::documents, "documents", "READS"},
    {&Numbers::registrations, "registrations", "REGISTERED"},
    {&Numbers::tokens, "tokens", "TOKENS"},
    {&Numbers::profiles, "profiles", "PROFILE"},
    {&Numbers::refused, "refused", "REFUSED"},
});

/// About one gated document or gate.
struct ResourceNumbers {
  std::uint64_t reads = 0;    ///< of a gate: requests that it let through
  std::uint64_t refused = 0;  ///< answers with a status of 400 or more
};

/// How often each name occurred.
class NameCounts {
 public:
  static constexpr std::size_t kMostNames = 10'000;
  using Row = std::pair<std::string, std::uint64_t>;

  void add(std::string_view name);
  /// The `most` most frequent ones, the most frequent first, equal ones by name.
  [[nodiscard]] std::vector<Row> top(std::size_t most) const;
  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }

 private:
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

/// The time that is reported; each end may be open.
struct TimeRange {
  std::optional<base::Seconds> since;
  std::optional<base::Seconds> until;  ///< not included

  [[nodiscard]] bool contains(base::Seconds time) const noexcept {
    return (!since || time >= *since) && (!until || time < *until);
  }
};

struct FamilyNumbers {
  const agents::AgentFamily* family = nullptr;
  Numbers numbers;
};

/// What was counted.
struct Visits {
  using Day = std::chrono::sys_days;

  TimeRange range;
  Numbers total = {};
  std::map<Day, Numbers> days = {};
  std::map<std::string, FamilyNumbers, std::less<>> families = {};  ///< by their names
  NameCounts documents = {};
  /// By path or prefix; of more than NameCounts::kMostNames, the first ones.
  std::map<std::string, ResourceNumbers, std::less<>> resources = {};
  NameCounts unknown_paths = {};
  NameCounts reasons = {};
  NameCounts unknown_agents = {};
  NameCounts client_names = {};
  std::uint64_t lines = 0;
  std::uint64_t unreadable = 0;
  std::uint64_t foreign = 0;   ///< not of this log
  std::uint64_t left_out = 0;  ///< refusals without a line
  /// Requests of `agent-access try`, by their User-Agent, that are not among the visits.
  std::uint64_t own_tests = 0;
  std::optional<base::Seconds> first = {};
  std::optional<base::Seconds> last = {};
};

/// Those that came, the one with the most requests first.
[[nodiscard]] std::vector<FamilyNumbers> families_of(const Visits& visits);

/// Whether requests of `agent-access try`, which the owner makes, are visits.
enum class OwnTests : std::uint8_t { left_out, counted };

class VisitCounts {
 public:
  /// `agents` outlives this object and its results.
  VisitCounts(const agents::AgentTable& agents, TimeRange range, OwnTests own_tests = OwnTests::left_out)
      : agents_(agents), own_tests_(own_tests), visits_{.range = range} {}

  /// Counts one line of a log, without its line feed.
  void add_line(std::string_view line);

  [[nodiscard]] const Visits& visits() const noexcept { return visits_; }

 private:
  void add(const Visit& visit);
  void add_resource(const Visit& visit);
  void add_names(const Visit& visit, const Numbers& numbers, const agents::AgentFamily& family);
  [[nodiscard]] const agents::AgentFamily& family_of(const std::string& user_agent);

  const agents::AgentTable& agents_;
  OwnTests own_tests_;
  Visits visits_;
  std::unordered_map<std::string, const agents::AgentFamily*> known_agents_;  ///< families found already
};

}  // namespace agent_access::tools
