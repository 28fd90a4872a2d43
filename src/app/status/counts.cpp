#include "app/status/counts.hpp"

#include <algorithm>
#include <numeric>

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

boost::json::object table_json(const NamedCounts& counts) {
  boost::json::object table;
  for (const auto& [key, count] : counts) table[key] = count;
  return table;
}

}  // namespace

Counts counts_of(const ops::Totals& totals, const NamedCounts& agents) {
  Counts counts;
  counts.requests = totals.requests;
  counts.registrations = totals.of(ops::Activity::registration);
  counts.tokens = totals.of(ops::Activity::token);
  counts.profiles = totals.of(ops::Activity::profile);
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
  for (const auto& table : kCountTables) {
    result.*table.member = table_difference(now.*table.member, before.*table.member);
  }
  return result;
}

void add(Counts& to, const Counts& more) {
  for (const auto& [label, member] : kCountMembers) to.*member += more.*member;
  for (const auto& table : kCountTables) add_table(to.*table.member, more.*table.member);
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

boost::json::object counts_json(const Counts& counts) {
  boost::json::object object;
  for (const auto& [name, member] : kCountMembers) object[name] = counts.*member;
  for (const auto& [name, member, is_of_resources] : kCountTables) {
    if (!is_of_resources || !(counts.*member).empty()) object[name] = table_json(counts.*member);
  }
  return object;
}

void MinuteRates::add(base::Seconds now, std::uint64_t requests, std::uint64_t refused) {
  Minute present{std::chrono::floor<std::chrono::minutes>(now), requests, refused};
  for (; !minutes_.empty() && minutes_.back().time >= present.time; minutes_.pop_back()) {
    present.requests += minutes_.back().requests;
    present.refused += minutes_.back().refused;
  }
  minutes_.push_back(present);
  const auto oldest = minutes_.back().time - std::chrono::minutes{kMinutes - 1};
  while (minutes_.front().time < oldest) minutes_.pop_front();
}

std::vector<MinuteRates::Minute> MinuteRates::last_hour(base::Seconds now) const {
  const auto last = std::chrono::floor<std::chrono::minutes>(now);
  std::vector<Minute> hour;
  for (int back = kMinutes - 1; back >= 0; --back) {
    const auto time = last - std::chrono::minutes{back};
    const auto found = std::ranges::find(minutes_, time, &Minute::time);
    hour.push_back(found != minutes_.end() ? *found : Minute{.time = time});
  }
  return hour;
}

std::optional<std::chrono::nanoseconds> percentile(std::span<const std::uint64_t, ops::kDurationBuckets> buckets,
                                                   double share) {
  using Nanoseconds = std::chrono::nanoseconds;
  const auto bounds = ops::kDurationBounds;
  const auto total = std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0});
  if (total == 0) return std::nullopt;
  const double rank = share * static_cast<double>(total);
  double below = 0;
  for (std::size_t index = 0; index < bounds.size(); ++index) {
    const auto count = static_cast<double>(buckets[index]);
    if (count > 0 && below + count >= rank) {
      const Nanoseconds lower = index == 0 ? Nanoseconds{0} : Nanoseconds{bounds[index - 1]};
      const double width = static_cast<double>((Nanoseconds{bounds[index]} - lower).count());
      return lower + Nanoseconds{static_cast<Nanoseconds::rep>(width * (rank - below) / count)};
    }
    below += count;
  }
  return bounds.back();
}

}  // namespace agent_access::app
