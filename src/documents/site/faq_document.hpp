/// \file
/// /ai/faq.json: the owner's questions as schema.org FAQPage and as the plain `faqs` list that other readers look for.
#pragma once

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::documents {

[[nodiscard]] Rendered render_faq_document(const HostView& view);

}  // namespace agent_access::documents
