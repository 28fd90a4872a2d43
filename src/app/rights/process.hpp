/// \file
/// The hardening of the process, and what it may do. Called during start, while there is one thread. NOT done: system
/// call filters, namespaces, another user.
#pragma once

#include <string>
#include <vector>

namespace agent_access::app {

/// Disables core dumps, ptrace by its own user, new privileges, and files that others may read. serve and dev call it
/// first, before a secret is read. Best effort: an old kernel that refuses a step does not stop the program.
void harden_process() noexcept;

/// Raises the soft limit of descriptors to the hard one.
void raise_descriptor_limit() noexcept;

/// Warnings with a remedy: the process runs as root; secrets cannot be locked in memory.
[[nodiscard]] std::vector<std::string> process_warnings();

}  // namespace agent_access::app
