/// \file
/// BibTeX and BibLaTeX: the bytes of a file as works. Decodes them (encoding.hpp), reads the entries
/// (bibtex_entries.hpp), lets them inherit (inheritance.hpp), and reads names (names.hpp), LaTeX (latex.hpp), dates
/// (foreign_date.hpp) and types (work_types.hpp) of each. Linear, thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// A value that cannot be read is left out with a note, and so is an entry without a title; a field that Work has no
/// place for is noted once for the file. An error is a sentence: the file is too large, in UTF-16, or has no work. NOT
/// checked: that an address can be reached, or that a work is there once only.
[[nodiscard]] base::Result<Bibliography, std::string> read_bibtex(std::string_view bytes);

}  // namespace agent_access::sources
