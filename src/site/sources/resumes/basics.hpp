/// \file
/// Whose résumé it is: name, contact, place and profiles, as JSON Resume has them in `basics` and RenderCV in `cv`.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <string_view>

#include "site/sources/texts/foreign_json.hpp"

namespace agent_access::sources {

/// The member of basics that a label in a list means: "phone" of "Telephone"; empty if there is none.
[[nodiscard]] std::string_view member_of_label(std::string_view label);

/// The private part, a word of kPrivateParts (formats.hpp), that a labelled text is: "phone" of {"label": "Mobile",
/// "details": …}; empty if it is none.
[[nodiscard]] std::string_view private_part(const boost::json::object& entry);

/// Makes the owner, the contact, the links and the tagline of the site. `with`: the private parts that are asked for.
void read_basics(ForeignObject& in, boost::json::object& site, std::span<const std::string> with);

}  // namespace agent_access::sources
