/// \file
/// The browser tools as values of templates. Thread safe.
#pragma once

#include <vector>

#include "site/content/markup.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// The tools with their inputs, for guides/tools.md and the page for agents; without a profile those that need no
/// token.
[[nodiscard]] std::vector<templates::View> tool_views(const content::Markup& markup, bool has_profile = true);

}  // namespace agent_access::documents
