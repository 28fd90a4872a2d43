/// \file
/// The CV of al-folio (github.com/alshedivat/al-folio), `_data/cv.yml`: a list of sections, each with `title`, `type`
/// (map, list, nested_list, list_groups, time_table) and `contents`.
#pragma once

#include <boost/json/value.hpp>
#include <span>
#include <string>

#include "site/sources/resumes/imported.hpp"

namespace agent_access::sources {

[[nodiscard]] bool is_alfolio_cv(const boost::json::value& document);

/// A map with the owner's name tells who it is; rows that have no place there are left out, as they may be private.
[[nodiscard]] Imported read_alfolio_cv(const boost::json::value& document, std::span<const std::string> with);

}  // namespace agent_access::sources
