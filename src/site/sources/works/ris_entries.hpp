/// \file
/// The entries of RIS as texts by tags: lines "TY  - JOUR" from TY to ER. Linear, thread safe, no I/O.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

struct RisField {
  std::string tag;        ///< in upper case
  std::string value;      ///< with the ends of lines between those that continue it
  bool is_taken = false;  ///< a reader has it, or an equal one
};

struct RisEntry {
  std::size_t line = 0;
  std::vector<RisField> fields = {};  ///< in the order of the file; the first one is TY
};

/// An ER may be missing; a line without a tag continues the one before. Tags are in upper case, with one blank or more
/// before the dash and one behind it, or in any case with exactly two before it. Adds a note for each text outside.
/// `text` is in UTF-8.
[[nodiscard]] std::vector<RisEntry> entries_of_ris(std::string_view text, std::vector<SourceNote>& notes);

}  // namespace agent_access::sources
