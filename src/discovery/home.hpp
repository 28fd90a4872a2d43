/// \file
/// The page at "/": what this host offers to agents, and the three requests that lead to the profile, ready to copy.
/// Plain HTML without script; the one style sheet is allowed by its hash in the Content-Security-Policy.
#pragma once

#include "discovery/catalogue.hpp"
#include "site/settings.hpp"

namespace agent_access::discovery {

[[nodiscard]] Rendered render_home(const site::Settings& settings, std::size_t host);

}  // namespace agent_access::discovery
