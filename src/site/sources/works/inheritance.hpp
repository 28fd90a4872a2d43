/// \file
/// What entries of BibTeX take from others: `crossref`, as BibTeX and biblatex (appendix B of its manual) do it, and
/// `xdata`. Linear, thread safe, no I/O.
#pragma once

#include "site/sources/works/bibtex_entries.hpp"

namespace agent_access::sources {

/// Adds to each entry fields that it lacks: of each entry of its `xdata` all, of that of its `crossref` those that hold
/// for a part, too, such as volume and publisher; the title of a whole becomes the `booktitle` (of a periodical the
/// `journaltitle`) of its parts, and a book's author that of an `@inbook`. A volume takes from its `@mvbook` and the
/// like the author, and the title as its `maintitle`. Keys do not depend on case; the first entry
/// with a key counts. Removes `@xdata` and other entries that are no works. Chains end after eight entries, and all
/// that is inherited takes 16 MiB; notes say where.
void inherit_fields(BibtexFile& file);

}  // namespace agent_access::sources
