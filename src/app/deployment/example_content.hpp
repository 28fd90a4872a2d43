/// \file
/// Finds what `init` writes as an example and the owner has not replaced. Thread safe, no I/O.
#pragma once

#include <string>
#include <vector>

#include "content/content.hpp"
#include "content/profile.hpp"
#include "content/settings.hpp"

namespace agent_access::app {

/// Warnings: a base URL of a domain that is reserved for examples (RFC 2606, RFC 6761), and each file whose content is
/// that of the example.
[[nodiscard]] std::vector<std::string> example_warnings(const content::Settings& settings,
                                                        const content::Profile& profile,
                                                        const content::Content& content);

}  // namespace agent_access::app
