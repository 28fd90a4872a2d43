/// \file
/// What the status page counts: numbers by name, where a name is a route, a status class, a reason or a family of
/// agents, never something that a client chose. Plain data; thread safe.
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

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Without zeros.
[[nodiscard]] Counts counts_of(const ops::Totals& totals, const NamedCounts& agents);
/// What was added since `before`; a number that became smaller counts as nothing added.
[[nodiscard]] Counts difference(const Counts& now, const Counts& before);
void add(Counts& to, const Counts& more);
/// Answers with a status of 400 or more.
[[nodiscard]] std::uint64_t refused(const Counts& counts);

}  // namespace agent_access::app
