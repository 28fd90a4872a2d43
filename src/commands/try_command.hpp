/// \file
/// `agent-access try URL`: tests a deployment end to end, from the challenge of the profile to the profile itself, then
/// every published document, the consistency of the documents, their links, and the requirements of scanners. Needs
/// only the URL; prints no secret and no token. Shows progress if standard error is a terminal.
///
/// What the specification does not require (a home page, robots.txt) is at most a warning.
///
/// NOT checked: load, limits (a 429 gets a remedy), other hosts, and anything that needs a browser.
#pragma once

#include "tools/probe/run/test_run.hpp"

namespace agent_access::commands {

/// Prints to standard output. 0 when every step passed, 1 when one failed, 2 when the URL is not valid.
[[nodiscard]] int run_try(const tools::TryOptions& options);

}  // namespace agent_access::commands
