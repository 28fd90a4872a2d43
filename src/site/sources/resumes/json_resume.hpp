/// \file
/// JSON Resume 1.0 (jsonresume.org) and the names of its drafts before, as the registry's themes still read them.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "site/sources/resumes/imported.hpp"

namespace agent_access::sources {

[[nodiscard]] Imported read_resume(const boost::json::object& resume, std::span<const std::string> with);

}  // namespace agent_access::sources
