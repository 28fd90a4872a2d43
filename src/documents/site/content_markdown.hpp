/// \file
/// The content as Markdown sections, each "## Heading", its text and an empty line, or empty without content. Owner
/// text is escaped. Thread safe.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string about_section(const HostView& view);
[[nodiscard]] std::string contact_section(const HostView& view);
[[nodiscard]] std::string cv_section(const HostView& view);
[[nodiscard]] std::string publications_section(const HostView& view);
[[nodiscard]] std::string projects_section(const HostView& view);
[[nodiscard]] std::string faq_section(const HostView& view);

}  // namespace agent_access::documents
