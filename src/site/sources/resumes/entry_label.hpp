/// \file
/// What a label in a résumé says about the text beside it, in the languages of the pages. Thread safe, stateless.
///
/// A label means something if it consists of known words alone, also within compounds: "N° de téléphone",
/// "Handynummer", "手机号码" and "Phone (mobile)" are telephone numbers, "Mobile robotics" and "Address space" are
/// none.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

namespace agent_access::sources {

/// The member of basics that a label in a list means: "phone" of "Telephone", "address" of "Anschrift"; empty if there
/// is none.
[[nodiscard]] std::string_view member_of_label(std::string_view label);

/// The private part, a word of kPrivateParts (formats.hpp), that stands behind such a label or title; empty if none
/// does. "Mobile" is "phone", although it may be a skill.
[[nodiscard]] std::string_view private_part_of_label(std::string_view label);

/// The private part that an entry is: {"label": "Mobile", "details": "079 555 01 00"}, the same as `name` with `value`
/// or with nothing but a `summary`, `description` or `date`, or as one text, "Mobile: 079 555 01 00". Empty if it is
/// none. A telephone number has four digits at least, beside words three besides years, is no `date` that is a time,
/// and has more digits than letters where the members do not say that they are a label and its text; there a birthday
/// and a street have a digit. "Referee" and "Recommendations", unlike "References", are private only with an e-mail
/// address or a telephone number.
[[nodiscard]] std::string_view private_part(const boost::json::object& entry);

}  // namespace agent_access::sources
