/// \file
/// One publication or project as schema.org JSON-LD: an element of `hasPart` in /api/site.json and what the work's own
/// page embeds. Members without content are left out. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// A ScholarlyArticle; an Article where no venue is named. `page` is the absolute URL of the work's page, its "@id";
/// the work's own address is then a sameAs. Where `page` is empty the work's own address takes its place. Without
/// "@context".
[[nodiscard]] boost::json::object work_json_ld(const content::Publication& publication, const std::string& page);

/// SoftwareSourceCode; a CreativeWork where neither repository nor programming language is named. `author` is the
/// owner.
[[nodiscard]] boost::json::object work_json_ld(const content::Project& project, const std::string& page,
                                               const content::Owner& author);

}  // namespace agent_access::documents
