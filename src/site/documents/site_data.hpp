/// \file
/// The public content of the site as JSON. Thread safe.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// /api/site.json: the public data of the site, also for the browser tools. A schema.org ProfilePage (json_ld()) with
/// the members of the owner's site.json, also unknown ones. The generated members "@…", mainEntity, hasPart, pages and
/// resources replace those of the same name in the owner's file; of other names, the owner's are used. Works are listed
/// newest first, each with its slug and, if the site has pages, "page"; publications with a venue, if need be of their
/// other members.
[[nodiscard]] std::string render_site_data(const HostView& view);

/// /ai/faq.json: the owner's questions as schema.org FAQPage and as a plain list, `faqs`.
[[nodiscard]] std::string render_faq_document(const HostView& view);

}  // namespace agent_access::documents
