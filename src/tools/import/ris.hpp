/// \file
/// RIS as `xml2ris` of bibutils prints it, "TY  - JOUR" a line: its entries get the names of CSL.
#pragma once

#include <string_view>

#include "site/sources/json_resume.hpp"
#include "tools/import/formats.hpp"

namespace agent_access::tools {

/// `ris` is what `xml2ris` prints; `original` is the file, in which entries have their lines, types and keys.
[[nodiscard]] sources::Imported read_ris(std::string_view ris, std::string_view original, ImportFormat format);

}  // namespace agent_access::tools
