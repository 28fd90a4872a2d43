/// \file
/// CITATION.cff (citation-file-format.github.io, version 1.2): the work that a repository holds, the one to cite
/// instead, and those of its references that the same people wrote. Linear, thread safe, no I/O.
#pragma once

#include <string>

#include "base/result.hpp"
#include "site/sources/texts/foreign_document.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// An error is a sentence. NOT checked: the version of the format.
[[nodiscard]] base::Result<Bibliography, std::string> read_citation_file(const ForeignDocument& document);

}  // namespace agent_access::sources
