/// \file
/// RenderCV (rendercv.com) and the form of it that al-folio's `_data/cv.yml` has since 2025: an object `cv` with the
/// owner's data and `sections` by their titles, each a list of entries, whose kinds their members tell.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "site/sources/resumes/imported.hpp"

namespace agent_access::sources {

[[nodiscard]] Imported read_rendercv(const boost::json::object& document, std::span<const std::string> with);

}  // namespace agent_access::sources
