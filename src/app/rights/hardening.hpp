/// \file
/// Disables core dumps, ptrace by its own user, new privileges, and files that others may read, before a secret is
/// read. Called first by serve and dev, while there is one thread.
///
/// NOT done here: changing the user (see app/rights/account.hpp), system call filters and namespaces (the service
/// manager).
#pragma once

#include <optional>
#include <string>

namespace agent_access::app {

/// Best effort: an old kernel that refuses a step does not stop the program.
void harden_process() noexcept;

/// Disables core dumps and ptrace again: a change of user resets both to the system's defaults.
void refuse_dumps() noexcept;

/// A warning with a remedy when secrets cannot be locked in memory.
[[nodiscard]] std::optional<std::string> memory_lock_warning();

/// Raises the soft limit of descriptors to the hard one.
void raise_descriptor_limit() noexcept;

}  // namespace agent_access::app
