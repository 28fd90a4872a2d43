/// \file
/// Whose résumé it is: name, contact, place and profiles, as JSON Resume has them in `basics` and RenderCV in `cv`.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "site/sources/texts/foreign_json.hpp"

namespace agent_access::sources {

/// Makes the owner, the contact, the links and the tagline of the site. `with`: the private parts that are asked for.
void read_basics(ForeignObject& in, boost::json::object& site, std::span<const std::string> with);

}  // namespace agent_access::sources
