/// \file
/// `agent-access try URL`: walks through a deployment as an agent would, from the challenge of the profile to the
/// profile itself, then through every published document, what they say of each other, their links, and what scanners
/// ask of such a site; grades every step. Needs nothing but the address; prints no secret and no token. A terminal on
/// standard error shows what is being asked.
///
/// What the specification does not demand (a home page, robots.txt) is at most a warning.
///
/// NOT checked: load, limits (a 429 gets a remedy), other hosts, and anything that only a browser can see.
#pragma once

#include "app/probe/walk/options.hpp"

namespace agent_access::app {

/// Prints to standard output. 0 when every step passed, 1 when one failed, 2 when the URL is none.
[[nodiscard]] int run_try(const TryOptions& options);

}  // namespace agent_access::app
