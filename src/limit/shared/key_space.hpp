/// \file
/// Under which names debts stand in Redis: those of one master secret.
///
/// A debt's key is the same on every replica but can be computed by anybody, so it is hashed once more: without the
/// master secret no name tells an address, and replicas of another master use other names.
#pragma once

#include <cstddef>
#include <string>

#include "limit/keyed_hash.hpp"

namespace agent_access::limit {

/// Of the current and the newest previous master secret; more are not needed (docs/decisions/0022).
inline constexpr std::size_t kMostKeySpaces = 2;

struct KeySpace {
  std::string prefix;  ///< "aa:{0123456789abcdef}:"
  limit::HashKey hash;

  bool operator==(const KeySpace&) const = default;
};

}  // namespace agent_access::limit
