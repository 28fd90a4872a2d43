/// \file
/// BibTeX and RIS through the programs of Debian's package bibutils (docs/decisions/0055). They run without a shell,
/// each for at most 20 seconds of CPU time, read and write memory files, and print at most 16 MiB.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "site/sources/source_note.hpp"
#include "tools/import/formats.hpp"

namespace agent_access::tools {

/// `text` as `xml2ris` prints it: RIS in UTF-8, one tag a line. What the programs say on standard error becomes notes.
/// An error is a sentence, which names the package if its programs are missing.
[[nodiscard]] base::Result<std::string, std::string> normalized_ris(std::string_view text, ImportFormat format,
                                                                    std::vector<sources::SourceNote>& notes);

}  // namespace agent_access::tools
