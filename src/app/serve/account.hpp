/// \file
/// The user that `serve` becomes when it was started as root, so that a privileged port or a secret that only root
/// reads needs no privileged server.
///
/// Faults are sentences with their remedy. Called while the process starts; set*id of glibc reaches every thread.
/// NOT judged: access control lists, security modules.
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

/// What listen.user means on this machine. No account: the setting is empty, or it is the default and there is no such
/// user. A user that was asked for and does not exist, or is root, is a fault.
[[nodiscard]] base::Result<std::optional<Account>, std::string> find_account(const Config& config);

/// Gives up root for good, and proves it by trying to get it back. Needs root.
[[nodiscard]] base::Result<void, std::string> become(const Account& account);

/// By owner, groups and mode of the file and of every folder above it. False when the file cannot be looked at.
[[nodiscard]] bool may_read(const Account& account, const std::filesystem::path& file);

/// The files that a reload reads and this user cannot.
[[nodiscard]] std::vector<std::filesystem::path> unreadable_files(const Account& account, const Config& config);

}  // namespace agent_access::app
