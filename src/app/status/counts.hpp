/// \file
/// What the status page counts: numbers by name, where a name is a route, a status class, a reason, a family of agents,
/// or a gated document or gate, never something that a client chose. Plain data; thread safe.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ops/metrics.hpp"

namespace agent_access::app {

using NamedCounts = std::map<std::string, std::uint64_t, std::less<>>;

struct Counts {
  std::uint64_t requests = 0;
  std::uint64_t registrations = 0;
  std::uint64_t tokens = 0;
  std::uint64_t profiles = 0;
  NamedCounts routes;    ///< as ops/routes names them
  NamedCounts statuses;  ///< "2xx", …, "other"
  NamedCounts refusals;  ///< by reason
  NamedCounts agents;    ///< by family
  NamedCounts reads;     ///< by gated document or gate: 2xx and 3xx
  NamedCounts refused;   ///< likewise: 4xx and 5xx

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Without zeros.
[[nodiscard]] Counts counts_of(const ops::Totals& totals, const NamedCounts& agents);
/// What was added since `before`; a number that became smaller counts as nothing added.
[[nodiscard]] Counts difference(const Counts& now, const Counts& before);
void add(Counts& to, const Counts& more);
/// What was counted of each gated document or gate.
struct ResourceRow {
  std::uint64_t reads = 0;
  std::uint64_t refused = 0;
};
[[nodiscard]] std::map<std::string, ResourceRow> resource_rows(const Counts& counts);
/// Answers with a status of 400 or more.
[[nodiscard]] std::uint64_t refused(const Counts& counts);

}  // namespace agent_access::app
