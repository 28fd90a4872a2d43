/// \file
/// One publication or project as schema.org JSON-LD: an element of `hasPart` in /api/site.json, and part of the page of
/// the work. Members without content are omitted. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// A ScholarlyArticle; an Article without a venue. `page` is the absolute URL of the work's page, which becomes "@id";
/// the work's own address is then its sameAs. If `page` is empty, "@id" is the work's own address. Without "@context".
[[nodiscard]] boost::json::object work_json_ld(const content::Publication& publication, const std::string& page);

/// SoftwareSourceCode; a CreativeWork without repository and programming language. `author` is the owner.
[[nodiscard]] boost::json::object work_json_ld(const content::Project& project, const std::string& page,
                                               const content::Owner& author);

}  // namespace agent_access::documents
