#include "tools/visits/visit_counts.hpp"

#include <algorithm>
#include <variant>

#include "ops/outcome_words.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kUnknownKind = "unknown";

ops::Activity activity_of(const Visit& visit) {
  const auto route = ops::route_named(visit.route);
  if (!route) return ops::Activity::other;
  return ops::activity_of(*route, http::method_of(visit.method), static_cast<std::uint16_t>(visit.status));
}

/// The numbers of one request.
Numbers numbers_of(const Visit& visit) {
  const auto one_if = [](bool condition) -> std::uint64_t { return condition ? 1 : 0; };
  const ops::Activity activity = activity_of(visit);
  return {.requests = 1,
          .documents = one_if(activity == ops::Activity::document),
          .registrations = one_if(activity == ops::Activity::registration),
          .tokens = one_if(activity == ops::Activity::token),
          .profiles = one_if(activity == ops::Activity::profile),
          .refused = one_if(visit.status >= 400)};
}

void add_to(Numbers& sum, const Numbers& numbers) {
  for (const auto& row : kNumberRows) sum.*row.member += numbers.*row.member;
}

}  // namespace

void NameCounts::add(std::string_view name) {
  const auto found = counts_.find(name);
  if (found != counts_.end()) {
    ++found->second;
  } else if (counts_.size() < kMostNames) {
    counts_.emplace(name, 1);
  }
}

std::vector<NameCounts::Row> NameCounts::top(std::size_t most) const {
  std::vector<Row> rows(counts_.begin(), counts_.end());
  std::ranges::stable_sort(rows, std::ranges::greater{}, &Row::second);
  rows.resize(std::min(most, rows.size()));
  return rows;
}

void VisitCounts::add_line(std::string_view line) {
  ++visits_.lines;
  const LogLine read = read_log_line(line);
  if (std::holds_alternative<Unreadable>(read)) ++visits_.unreadable;
  if (std::holds_alternative<ForeignLine>(read)) ++visits_.foreign;
  if (const auto* const visit = std::get_if<Visit>(&read); visit != nullptr && visits_.range.contains(visit->time))
    add(*visit);
  if (const auto* const left = std::get_if<LeftOut>(&read); left != nullptr && visits_.range.contains(left->time)) {
    visits_.left_out += left->lines;
  }
}

void VisitCounts::add(const Visit& visit) {
  if (own_tests_ == OwnTests::left_out && agents::is_of_try(visit.user_agent)) {
    ++visits_.own_tests;
    return;
  }
  const Numbers numbers = numbers_of(visit);
  const agents::AgentFamily& family = family_of(visit.user_agent);
  FamilyNumbers& of_family = visits_.families[family.name];
  if (of_family.family == nullptr) of_family.family = &family;
  add_to(of_family.numbers, numbers);
  add_to(visits_.days[std::chrono::floor<std::chrono::days>(visit.time)], numbers);
  add_to(visits_.total, numbers);
  visits_.first = std::min(visits_.first.value_or(visit.time), visit.time);
  visits_.last = std::max(visits_.last.value_or(visit.time), visit.time);
  add_names(visit, numbers, family);
  if (!visit.resource.empty()) add_resource(visit);
}

void VisitCounts::add_resource(const Visit& visit) {
  if (visits_.resources.size() >= NameCounts::kMostNames && !visits_.resources.contains(visit.resource)) return;
  ResourceNumbers& numbers = visits_.resources[visit.resource];
  // An error of MCP may be in a 200, and then has a reason.
  const bool is_refused = visit.status >= 400 || !visit.reason.empty();
  const bool is_granted = visit.status == 200 || visit.status == 304;
  if (is_granted && !is_refused && visit.method != "OPTIONS") ++numbers.reads;
  if (is_refused) ++numbers.refused;
}

void VisitCounts::add_names(const Visit& visit, const Numbers& numbers, const agents::AgentFamily& family) {
  if (numbers.documents != 0) visits_.documents.add(visit.path);
  if (visit.status == 404) visits_.unknown_paths.add(visit.path);
  if (!visit.reason.empty()) visits_.reasons.add(visit.reason);
  if (numbers.registrations != 0 && !visit.client_name.empty()) visits_.client_names.add(visit.client_name);
  const bool is_unknown = !visit.user_agent.empty() && family.kind == kUnknownKind;
  if (is_unknown) visits_.unknown_agents.add(visit.user_agent);
}

const agents::AgentFamily& VisitCounts::family_of(const std::string& user_agent) {
  const auto found = known_agents_.find(user_agent);
  if (found != known_agents_.end()) return *found->second;
  const agents::AgentFamily& family = agents_.family_of(user_agent);
  if (known_agents_.size() < NameCounts::kMostNames) known_agents_.emplace(user_agent, &family);
  return family;
}

std::vector<FamilyNumbers> families_of(const Visits& visits) {
  std::vector<FamilyNumbers> rows;
  for (const auto& [name, row] : visits.families) rows.push_back(row);
  std::ranges::stable_sort(rows, std::ranges::greater{}, [](const FamilyNumbers& row) { return row.numbers.requests; });
  return rows;
}

}  // namespace agent_access::tools
