/// \file
/// All documents of one host in one call: what a snapshot puts into its Catalogue. Each renderer has its own file.
#pragma once

#include <cstddef>
#include <vector>

#include "discovery/catalogue.hpp"
#include "oauth/key_schedule.hpp"
#include "site/settings.hpp"

namespace agent_access::discovery {

/// The documents of base URL `host` (an index into settings.base_urls).
[[nodiscard]] std::vector<Rendered> render_documents(const site::Settings& settings, std::size_t host,
                                                     const oauth::KeySchedule& keys);

}  // namespace agent_access::discovery
