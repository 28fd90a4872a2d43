/// \file
/// What the process gives up before it reads a secret: core dumps, ptrace by its own user, new privileges, files that
/// others may read. Called first by serve and dev, while there is one thread.
///
/// NOT done here: system call filters, namespaces, other users. The service manager does that.
#pragma once

namespace agent_access::app {

/// Best effort: an old kernel that refuses a step does not stop the program.
void harden_process() noexcept;

/// Raises the soft limit of descriptors to the hard one.
void raise_descriptor_limit() noexcept;

}  // namespace agent_access::app
