/// \file
/// What the guides for agents have in common. Each guide asks for the parts that its template has. Thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/content/markup.hpp"
#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// Addresses, names and constants of the protocol, and flags of what the settings enable.
[[nodiscard]] templates::View guide_view(const HostView& view);

/// "the owner, the public CV and projects": what the site has.
[[nodiscard]] std::string contents_of(const content::Site& site);

/// `gated` with the gated documents and gates that fit into `most` bytes of the text; false if there are none.
void set_gated(templates::View& values, const HostView& view, std::size_t most = std::string::npos);

/// Each page as a {{{link}}} with its {{summary}}; none without pages.
[[nodiscard]] std::vector<templates::View> page_views(const HostView& view, const content::Markup& markup);

}  // namespace agent_access::documents
