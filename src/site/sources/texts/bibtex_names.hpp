/// \file
/// Lists of names in BibTeX. Linear, thread safe, stateless.
#pragma once

#include <string_view>

#include "site/sources/texts/names.hpp"

namespace agent_access::sources {

/// A list of BibTeX (btxdoc 4) or biblatex, in LaTeX: names with " and " between them, outside braces; each as
/// "First von Last", "von Last, First", "von Last, Jr, First" or "family=Last, given=First". A name in braces is one of
/// an organization, and stays as it is. Marks of equal contribution are left out. Where commas, semicolons, "&", "und"
/// or "et" stand between names, the doubt says so.
[[nodiscard]] NameList names_of_bibtex(std::string_view latex);

}  // namespace agent_access::sources
