/// \file
/// What the process may do: the user that serves, the hardening of the process, and what the systemd unit hides.
///
/// Errors are sentences with a remedy. Called during start, while there is one thread. NOT checked: access control
/// lists, security modules. NOT done: system call filters, namespaces.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"

namespace agent_access::app {

// The user that `serve` switches to when it is started as root, so that a privileged port or a secret that only root
// may read needs no privileged server. set*id of glibc changes every thread.

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

/// The account that `serve` becomes: none unless it runs as root. Adds warnings about root, about files that this
/// account cannot read, and about memory that cannot be locked.
[[nodiscard]] base::Result<std::optional<Account>, std::string> plan_account(const Config& config,
                                                                             std::vector<std::string>& warnings);

/// Drops root privileges permanently, and checks that they cannot be regained. Needs root.
[[nodiscard]] base::Result<void, std::string> become(const Account& account);

/// By owner, groups and mode of the file and of every folder above it. False when stat fails.
[[nodiscard]] bool may_read(const Account& account, const std::filesystem::path& file);

/// The files that a reload reads and this user cannot.
[[nodiscard]] std::vector<std::filesystem::path> unreadable_files(const Account& account, const Config& config);

/// Disables core dumps, ptrace by its own user, new privileges, and files that others may read. serve and dev call it
/// first, before a secret is read. Best effort: an old kernel that refuses a step does not stop the program.
void harden_process() noexcept;

/// Raises the soft limit of descriptors to the hard one.
void raise_descriptor_limit() noexcept;

// The systemd units of the Debian package, as far as other commands must know them: the user that they run as, and what
// they hide from the program. deploy/agent-access.service and agent-access@.service, of further sites, are the units; a
// test compares them with these constants.

inline constexpr std::string_view kUnitUser = "agent-access";
inline constexpr std::string_view kUnitFolder = "/etc/agent-access";

/// The unit that serves this configuration: "agent-access", or "agent-access@two" for a file in
/// /etc/agent-access/two. Nothing if the file is elsewhere, or the unit is not installed.
[[nodiscard]] std::optional<std::string> unit_of(const std::filesystem::path& config_file);
/// The same for the units of the folder `etc`, without looking whether they are installed.
[[nodiscard]] std::optional<std::string> unit_in(const std::filesystem::path& etc,
                                                 const std::filesystem::path& config_file);

/// The files of the configuration in folders that the unit hides (ProtectHome, PrivateTmp) from the service.
[[nodiscard]] std::vector<std::filesystem::path> files_hidden_by_unit(const Config& config);

}  // namespace agent_access::app
