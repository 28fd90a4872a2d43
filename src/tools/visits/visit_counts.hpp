/// \file
/// What logs say about visits, counted. Bounded, whatever they contain: at most kMostNames different names in each
/// table, further ones are left out. Not thread safe.
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
#include "tools/visits/address_lists.hpp"
#include "tools/visits/log_reader.hpp"
#include "tools/visits/visit.hpp"

namespace agent_access::tools {

/// What requests were about. A request may be in several: a refused one is also a request.
struct Numbers {
  std::uint64_t requests = 0;
  std::uint64_t documents = 0;  ///< reads of documents, pages and files, 304 included; of other logs without assets
  std::uint64_t registrations = 0;
  std::uint64_t tokens = 0;
  std::uint64_t profiles = 0;   ///< reads of the profile
  std::uint64_t not_found = 0;  ///< answers with 404 or 410
  std::uint64_t refused = 0;    ///< with another status from 400 to 498
  std::uint64_t failed = 0;     ///< with a status of 500 or more
  std::uint64_t robots = 0;     ///< reads of /robots.txt
};

/// The members of Numbers, in the order in which they are shown.
struct NumberRow {
  std::uint64_t Numbers::* member;
  std::string_view name;     ///< in JSON
  std::string_view heading;  ///< of a column
  std::string_view one;      ///< as in "1 request"
  std::string_view many;
};
inline constexpr auto kNumberRows = std::to_array<NumberRow>({
    {&Numbers::requests, "requests", "REQUESTS", "request", "requests"},
    {&Numbers::documents, "documents", "PAGES", "page or document read", "pages or documents read"},
    {&Numbers::registrations, "registrations", "REGISTERED", "registration", "registrations"},
    {&Numbers::tokens, "tokens", "TOKENS", "token", "tokens"},
    {&Numbers::profiles, "profiles", "PROFILE", "read of the profile", "reads of the profile"},
    {&Numbers::not_found, "not_found", "NOT FOUND", "not found", "not found"},
    {&Numbers::refused, "refused", "REFUSED", "refused", "refused"},
    {&Numbers::failed, "failed", "FAILED", "failed", "failed"},
    {&Numbers::robots, "robots_txt", "ROBOTS.TXT", "read of robots.txt", "reads of robots.txt"},
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

/// What agents do with a site, in the order in which they are shown.
struct AgentGroup {
  std::string_view title;
  std::string_view kind;  ///< of agents::AgentFamily; empty: all others
};
inline constexpr auto kAgentGroups = std::to_array<AgentGroup>({
    {"Who answered a person", "assistant"},
    {"Who searches", "search"},
    {"Who trains", "training"},
    {"Others", ""},
});
inline constexpr std::size_t kOthers = kAgentGroups.size() - 1;
[[nodiscard]] std::size_t group_of(const agents::AgentFamily& family) noexcept;

struct FamilyNumbers {
  const agents::AgentFamily* family = nullptr;
  Numbers numbers;
  VerdictCounts verdicts = {};
  VerdictCounts rounded = {};  ///< of addresses that may be masked; in families_of() among the others
};

/// Requests in one form.
struct FormNumbers {
  const LogForm* form = nullptr;
  std::uint64_t requests = 0;
  std::uint64_t with_agent = 0;  ///< with a User-Agent
  std::size_t cut = 0;           ///< the length of the longest User-Agent whose parenthesis does not end; 0: none
};

/// What was counted.
struct Visits {
  using Day = std::chrono::sys_days;

  TimeRange range;
  Numbers total = {};
  std::map<Day, Numbers> days = {};
  std::map<std::string, FamilyNumbers, std::less<>> families = {};  ///< by their names
  std::map<std::string_view, FormNumbers> forms = {};               ///< by their names
  std::array<std::uint64_t, 10> statuses = {};                      ///< by the first digit; 0: none was sent
  AddressCounts addresses = {};
  AddressLists lists = {};
  NameCounts documents = {};
  /// By path or prefix; of more than NameCounts::kMostNames, the first ones.
  std::map<std::string, ResourceNumbers, std::less<>> resources = {};
  NameCounts missed = {};  ///< paths that agents of the first three groups did not find
  NameCounts unknown_paths = {};
  NameCounts reasons = {};
  NameCounts unknown_agents = {};
  NameCounts client_names = {};
  std::uint64_t lines = 0;
  std::map<NoVisit, std::uint64_t> no_visits = {};
  std::uint64_t left_out = 0;  ///< refusals without a line
  /// Requests of `agent-access try`, by their User-Agent, that are not among the visits.
  std::uint64_t own_tests = 0;
  std::optional<base::Seconds> first = {};
  std::optional<base::Seconds> last = {};
};

/// Those that came, by group, the one with the most requests first.
[[nodiscard]] std::vector<FamilyNumbers> families_of(const Visits& visits);
/// How often each reason occurred, of those that did: the number and the words for it.
template <class Reason, class Names>
std::vector<std::pair<std::uint64_t, std::string_view>> counted_reasons(const std::map<Reason, std::uint64_t>& counts,
                                                                        const Names& names) {
  std::vector<std::pair<std::uint64_t, std::string_view>> rows;
  for (const auto& [reason, words] : names) {
    if (const auto found = counts.find(reason); found != counts.end()) rows.emplace_back(found->second, words);
  }
  return rows;
}

/// Whether requests of `agent-access try`, which the owner makes, are visits.
enum class OwnTests : std::uint8_t { left_out, counted };

/// What is counted, and how.
struct VisitRules {
  TimeRange range = {};
  OwnTests own_tests = OwnTests::left_out;
  AddressLists lists = {};
  base::TrustedProxies proxies = {};  ///< whose X-Forwarded-For names the client
};

class VisitCounts {
 public:
  /// `agents` outlives this object and its results.
  explicit VisitCounts(const agents::AgentTable& agents, VisitRules rules = {});
  VisitCounts(const VisitCounts&) = delete;
  VisitCounts& operator=(const VisitCounts&) = delete;

  /// Counts one line of a log, without its line feed.
  void add_line(std::string_view line);
  /// The log ends here; another may follow.
  void end_log();

  [[nodiscard]] const Visits& visits() const noexcept { return visits_; }

 private:
  void take(const LogLine& read);
  void add(const Visit& visit);
  void add_agent(const Visit& visit, const Numbers& numbers, const agents::AgentFamily& family);
  void add_resource(const Visit& visit);
  void add_names(const Visit& visit, const Numbers& numbers, const agents::AgentFamily& family);
  [[nodiscard]] std::optional<base::IpAddress> client_of(const Visit& visit) const;
  [[nodiscard]] const agents::AgentFamily& family_of(const std::string& user_agent);

  const agents::AgentTable& agents_;
  OwnTests own_tests_;
  base::TrustedProxies proxies_;
  Visits visits_;
  std::optional<LogReader> log_;
  std::unordered_map<std::string, const agents::AgentFamily*> known_agents_;  ///< families found already
};

}  // namespace agent_access::tools
