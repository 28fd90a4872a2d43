/// \file
/// A telephone number that is left out where a résumé has it, and is published from another text of it. Thread safe.
#pragma once

#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <vector>

#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

/// Notes each text of the résumé that has the number of a member `phone`, unless `with`, as of read_source(), has
/// "phone". However it is written: "030 123 45 67" is in "https://wa.me/49301234567", too. Compared are the last seven
/// digits; a number of fewer than five is not looked for, nor any in references that are left out.
void note_withheld_numbers(const boost::json::value& resume, std::span<const std::string> with,
                           std::vector<SourceNote>& notes);

}  // namespace agent_access::sources
