/// \file
/// Questions and answers: in JSON-LD (schema.org FAQPage), as pages have it, and as people list them for their
/// websites, in objects {"question": …, "answer": …} or as names and texts of one object. Thread safe, no I/O.
#pragma once

#include <boost/json/value.hpp>

#include "site/sources/resumes/imported.hpp"

namespace agent_access::sources {

/// Whether a document of JSON-LD is a FAQPage or a Question, or may have one in its graph.
[[nodiscard]] bool is_faq_page(const boost::json::value& document);
/// Whether there is a question at any depth.
[[nodiscard]] bool has_questions(const boost::json::value& document);

/// The questions at any depth, of a page, of a graph, of a list, in one language (translations.hpp). What has no
/// question or no answer is left out with a note; other data in JSON-LD is not noted.
[[nodiscard]] Imported read_questions(const boost::json::value& document);

}  // namespace agent_access::sources
