/// \file
/// What the process gives up before it reads a secret: core dumps, ptrace by its own user, new privileges, files that
/// others may read. Called first by serve and dev, while there is one thread.
///
/// NOT done here: another user (see app/serve/account.hpp), system call filters and namespaces (the service manager's).
#pragma once

#include <optional>
#include <string>

namespace agent_access::app {

/// Best effort: an old kernel that refuses a step does not stop the program.
void harden_process() noexcept;

/// Core files and ptrace again: a change of user sets both back to what the system is configured for.
void refuse_dumps() noexcept;

/// A sentence with its remedy when secrets cannot be locked in memory.
[[nodiscard]] std::optional<std::string> memory_lock_warning();

/// Raises the soft limit of descriptors to the hard one.
void raise_descriptor_limit() noexcept;

}  // namespace agent_access::app
