/// \file
/// The user that `serve` switches to when it is started as root, so that a privileged port or a secret that only root
/// may read needs no privileged server.
///
/// Errors are sentences with a remedy. Called during start; set*id of glibc changes every thread.
/// NOT checked: access control lists, security modules.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/config/config.hpp"
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

/// The account of listen.user. No account: the setting is empty, or it is the default and there is no such user. Fails
/// when the configured user does not exist or is root.
[[nodiscard]] base::Result<std::optional<Account>, std::string> find_account(const Config& config);

/// Drops root privileges permanently, and checks that they cannot be regained. Needs root.
[[nodiscard]] base::Result<void, std::string> become(const Account& account);

/// By owner, groups and mode of the file and of every folder above it. False when stat fails.
[[nodiscard]] bool may_read(const Account& account, const std::filesystem::path& file);

/// The files that a reload reads and this user cannot.
[[nodiscard]] std::vector<std::filesystem::path> unreadable_files(const Account& account, const Config& config);

}  // namespace agent_access::app
