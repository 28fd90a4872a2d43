/// \file
/// Becoming another user, as `check --as` does, so that files are read with the rights of that user. Called while there
/// is one thread.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace agent_access::app {

struct Account {
  std::string name;
  uid_t user = 0;
  gid_t group = 0;
  std::vector<gid_t> groups;  ///< its own included
};

/// The account of a user by name; nothing when there is none.
[[nodiscard]] std::optional<Account> account_of(const std::string& name);

/// Drops root privileges permanently, and checks that they cannot be regained. Needs root.
[[nodiscard]] base::Result<void, std::string> become(const Account& account);

}  // namespace agent_access::app
