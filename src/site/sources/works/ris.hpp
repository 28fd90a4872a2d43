/// \file
/// RIS, as Zotero, EndNote, Mendeley and databases export it: lines "TY  - JOUR" with a tag of two characters, from TY
/// to ER. A line without a tag continues the one before. Linear, thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// As read_bibtex() (bibtex.hpp) does it, with dates "YYYY/MM/DD/other", "YYYY-MM-DD", or without the year, which is
/// that of another tag. What a tag means depends on the type: T2 is a journal, a book, or the series of a book. An ER
/// may be missing.
[[nodiscard]] base::Result<Bibliography, std::string> read_ris(std::string_view bytes);

}  // namespace agent_access::sources
