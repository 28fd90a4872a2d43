/// \file
/// What a log says about visits, counted. Bounded, whatever the log contains: at most kMostNames different names in
/// each table, further ones are counted together. Not thread safe.
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
#include "ops/agents/agent_table.hpp"
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
  /// Occurrences of names beyond kMostNames.
  [[nodiscard]] std::uint64_t others() const noexcept { return others_; }

 private:
  std::map<std::string, std::uint64_t, std::less<>> counts_;
  std::uint64_t others_ = 0;
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
  const ops::AgentFamily* family = nullptr;
  Numbers numbers;
};

/// Whether requests of `agent-access try`, which the owner makes, are visits.
enum class OwnTests : std::uint8_t { left_out, counted };

class VisitCounts {
 public:
  using Day = std::chrono::sys_days;

  /// `agents` outlives this object and its results.
  VisitCounts(const ops::AgentTable& agents, TimeRange range, OwnTests own_tests = OwnTests::left_out)
      : agents_(agents), range_(range), own_tests_(own_tests) {}

  /// Counts one line of a log, without its line feed.
  void add_line(std::string_view line);

  [[nodiscard]] const TimeRange& range() const noexcept { return range_; }
  [[nodiscard]] const Numbers& total() const noexcept { return total_; }
  [[nodiscard]] const std::map<Day, Numbers>& days() const noexcept { return days_; }
  [[nodiscard]] const NameCounts& documents() const noexcept { return documents_; }
  /// By path or prefix; of more than NameCounts::kMostNames, the first ones.
  [[nodiscard]] const std::map<std::string, ResourceNumbers, std::less<>>& resources() const noexcept {
    return resources_;
  }
  [[nodiscard]] const NameCounts& unknown_paths() const noexcept { return unknown_paths_; }
  [[nodiscard]] const NameCounts& reasons() const noexcept { return reasons_; }
  [[nodiscard]] const NameCounts& unknown_agents() const noexcept { return unknown_agents_; }
  [[nodiscard]] const NameCounts& client_names() const noexcept { return client_names_; }
  /// Those that came, the one with the most requests first.
  [[nodiscard]] std::vector<FamilyNumbers> families() const;

  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }
  [[nodiscard]] std::uint64_t unreadable() const noexcept { return unreadable_; }
  [[nodiscard]] std::uint64_t foreign() const noexcept { return foreign_; }    ///< not of this log
  [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }  ///< refusals without a line
  /// Requests of `agent-access try`, by their User-Agent, that are not among the visits.
  [[nodiscard]] std::uint64_t own_tests() const noexcept { return own_test_requests_; }
  [[nodiscard]] std::optional<base::Seconds> first() const noexcept { return first_; }
  [[nodiscard]] std::optional<base::Seconds> last() const noexcept { return last_; }

 private:
  void add(const Visit& visit);
  void add_resource(const Visit& visit);
  void add_names(const Visit& visit, const Numbers& numbers);
  [[nodiscard]] const ops::AgentFamily& family_of(const std::string& user_agent);

  const ops::AgentTable& agents_;
  TimeRange range_;
  OwnTests own_tests_;
  Numbers total_;
  std::map<Day, Numbers> days_;
  std::map<std::string, FamilyNumbers, std::less<>> families_;
  std::unordered_map<std::string, const ops::AgentFamily*> known_agents_;  ///< families found already
  NameCounts documents_;
  std::map<std::string, ResourceNumbers, std::less<>> resources_;
  NameCounts unknown_paths_;
  NameCounts reasons_;
  NameCounts unknown_agents_;
  NameCounts client_names_;
  std::uint64_t lines_ = 0;
  std::uint64_t unreadable_ = 0;
  std::uint64_t foreign_ = 0;
  std::uint64_t left_out_ = 0;
  std::uint64_t own_test_requests_ = 0;
  std::optional<base::Seconds> first_;
  std::optional<base::Seconds> last_;
};

}  // namespace agent_access::tools
