/// \file
/// Finds what `init` writes as an example and the owner has not replaced. Thread safe, no I/O.
#pragma once

#include <string>
#include <vector>

#include "content/content.hpp"
#include "content/profile.hpp"
#include "content/settings.hpp"

namespace agent_access::app {

/// A warning for each base URL of a domain that is reserved for examples (RFC 2606, RFC 6761).
[[nodiscard]] std::vector<std::string> example_warnings(const content::Settings& settings);

/// Whether the content is that of the compiled-in example.
[[nodiscard]] bool is_example(const content::Profile& profile);
[[nodiscard]] bool is_example(const content::Site& site);
[[nodiscard]] bool is_example(const content::Faq& faq);

}  // namespace agent_access::app
