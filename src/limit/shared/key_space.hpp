/// \file
/// The names of debts in Redis for one master secret.
///
/// The key of a debt is the same on every replica but not secret, so it is hashed again: without the master secret a
/// name does not reveal an address, and replicas of another master use other names.
#pragma once

#include <cstddef>
#include <string>

#include "limit/keyed_hash.hpp"

namespace agent_access::limit {

/// Of the current and the newest previous master secret; more are not needed (docs/decisions/0020).
inline constexpr std::size_t kMostKeySpaces = 2;

struct KeySpace {
  std::string prefix;  ///< "aa:{0123456789abcdef}:"
  limit::HashKey hash;

  bool operator==(const KeySpace&) const = default;
};

}  // namespace agent_access::limit
