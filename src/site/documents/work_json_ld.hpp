/// \file
/// A work in JSON-LD 1.1 with the terms of schema.org; members without content are omitted. Thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// Its `@type`.
[[nodiscard]] std::string_view type_of(const content::Publication& publication);
[[nodiscard]] std::string_view type_of(const content::Project& project);

/// The work on its page: the type of its kind; without a kind a ScholarlyArticle, or without a venue an Article. What
/// it is part of: the issue of a volume of a Periodical, or a Book, which may be of a BookSeries. `page` is the
/// absolute URL of the work's page, which becomes "@id"; the work's own addresses are then its sameAs. If `page` is
/// empty, "@id" is the work's own address. Without "@context".
[[nodiscard]] boost::json::object work_json_ld(const HostView& view, const content::Publication& publication,
                                               const std::string& page);

/// SoftwareSourceCode of the owner; a CreativeWork without repository and programming language.
[[nodiscard]] boost::json::object work_json_ld(const HostView& view, const content::Project& project,
                                               const std::string& page);

}  // namespace agent_access::documents
