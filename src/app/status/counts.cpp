#include "app/status/counts.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "app/status/counts_json.hpp"

namespace agent_access::app {
namespace {

constexpr std::array<std::string_view, ops::kStatusClasses> kClassNames = {"other", "1xx", "2xx", "3xx", "4xx", "5xx"};

std::uint64_t increase(std::uint64_t now, std::uint64_t before) noexcept { return now > before ? now - before : 0; }

std::uint64_t value_of(const NamedCounts& counts, std::string_view name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
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
  for (std::size_t index = 0; index < kClassNames.size(); ++index) {
    if (totals.status_classes[index] == 0) continue;
    counts.statuses[std::string(kClassNames[index])] = totals.status_classes[index];
  }
  for (const auto& [reason, count] : totals.refusals) {
    if (count != 0) counts.refusals[reason] = count;
  }
  return counts;
}

Counts difference(const Counts& now, const Counts& before) {
  Counts result;
  for (const auto& [label, member] : kCountMembers) result.*member = increase(now.*member, before.*member);
  for (const auto& [label, member] : kCountTables) {
    for (const auto& [name, count] : now.*member) {
      const std::uint64_t added = increase(count, value_of(before.*member, name));
      if (added != 0) (result.*member)[name] = added;
    }
  }
  return result;
}

void add(Counts& to, const Counts& more) {
  for (const auto& [label, member] : kCountMembers) to.*member += more.*member;
  for (const auto& [label, member] : kCountTables) {
    for (const auto& [name, count] : more.*member) (to.*member)[name] += count;
  }
}

std::uint64_t refused(const Counts& counts) {
  return value_of(counts.statuses, "4xx") + value_of(counts.statuses, "5xx");
}

}  // namespace agent_access::app
