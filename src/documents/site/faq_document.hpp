/// \file
/// /ai/faq.json: the owner's questions as schema.org FAQPage and as a plain list, `faqs`.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_faq_document(const HostView& view);

}  // namespace agent_access::documents
