/// \file
/// The site in JSON-LD 1.1 with the terms of schema.org; members without content are omitted. Thread safe.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// The site, for /api/site.json, the home page and the CV page: a ProfilePage whose mainEntity is the Person or
/// Organization, and whose hasPart refers to the ten latest publications and projects. Their "@id" and "url" are the
/// addresses of their pages; without pages, those of the works themselves, if any.
[[nodiscard]] boost::json::object json_ld(const HostView& view);

/// The WebSite with this base URL, to which all pages belong.
[[nodiscard]] boost::json::object web_site(const HostView& view, const std::string& base_url);

/// The questions and answers, each a Question.
[[nodiscard]] boost::json::array questions_json_ld(const content::Faq& faq);

}  // namespace agent_access::documents
