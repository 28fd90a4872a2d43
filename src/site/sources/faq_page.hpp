/// \file
/// Questions and answers in JSON-LD (schema.org FAQPage), as pages have it. Thread safe, no I/O.
#pragma once

#include <boost/json/value.hpp>

#include "site/sources/resumes/json_resume.hpp"

namespace agent_access::sources {

/// Whether the document is a FAQPage or a Question, or may have one in its graph.
[[nodiscard]] bool is_faq_page(const boost::json::value& document);

/// The questions at any depth: of a page, of a graph, of a list. Those that are too short are left out with a note.
[[nodiscard]] Imported read_faq_page(const boost::json::value& document);

}  // namespace agent_access::sources
