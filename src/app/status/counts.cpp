#include "app/status/counts.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "app/status/counts_json.hpp"

namespace agent_access::app {
namespace {

std::uint64_t increase(std::uint64_t now, std::uint64_t before) noexcept { return now > before ? now - before : 0; }

void add_table(NamedCounts& to, const NamedCounts& more) {
  for (const auto& [name, count] : more) to[name] += count;
}

std::uint64_t value_of(const NamedCounts& counts, std::string_view name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

NamedCounts table_difference(const NamedCounts& now, const NamedCounts& before) {
  NamedCounts result;
  for (const auto& [name, count] : now) {
    const std::uint64_t added = increase(count, value_of(before, name));
    if (added != 0) result[name] = added;
  }
  return result;
}

}  // namespace

Counts counts_of(const ops::Totals& totals, const NamedCounts& agents) {
  Counts counts;
  counts.requests = totals.requests;
  counts.registrations = totals.registrations;
  counts.tokens = totals.tokens;
  counts.profiles = totals.profiles;
  counts.agents = agents;
  for (std::size_t route = 0; route < totals.routes.size(); ++route) {
    if (totals.routes[route] == 0) continue;
    counts.routes[std::string(ops::route_name(static_cast<publish::Route>(route)))] += totals.routes[route];
  }
  for (std::size_t index = 0; index < ops::kStatusClassNames.size(); ++index) {
    if (totals.status_classes[index] == 0) continue;
    counts.statuses[std::string(ops::kStatusClassNames[index])] = totals.status_classes[index];
  }
  for (const auto& [reason, count] : totals.refusals) {
    if (count != 0) counts.refusals[reason] = count;
  }
  for (const auto& [resource, of_resource] : totals.resources) {
    if (of_resource.granted() != 0) counts.reads[resource] = of_resource.granted();
    if (of_resource.refused() != 0) counts.refused[resource] = of_resource.refused();
  }
  return counts;
}

Counts difference(const Counts& now, const Counts& before) {
  Counts result;
  for (const auto& [label, member] : kCountMembers) result.*member = increase(now.*member, before.*member);
  for (const auto& [label, member] : kCountTables) result.*member = table_difference(now.*member, before.*member);
  for (const auto& [label, member] : kResourceTables) result.*member = table_difference(now.*member, before.*member);
  return result;
}

void add(Counts& to, const Counts& more) {
  for (const auto& [label, member] : kCountMembers) to.*member += more.*member;
  for (const auto& [label, member] : kCountTables) add_table(to.*member, more.*member);
  for (const auto& [label, member] : kResourceTables) add_table(to.*member, more.*member);
}

std::map<std::string, ResourceRow> resource_rows(const Counts& counts) {
  std::map<std::string, ResourceRow> rows;
  for (const auto& [name, count] : counts.reads) rows[name].reads = count;
  for (const auto& [name, count] : counts.refused) rows[name].refused = count;
  return rows;
}

std::uint64_t refused(const Counts& counts) {
  return value_of(counts.statuses, "4xx") + value_of(counts.statuses, "5xx");
}

}  // namespace agent_access::app
