/// \file
/// The entries of a file in BibTeX's grammar, as bibtex.web and btxdoc describe it, with what people and programs write
/// besides. Linear, thread safe, no I/O.
///
///     entry    = "@" type ("{" body "}" | "(" body ")")
///     body     = [key] *("," field) [","]
///     field    = name "=" piece *("#" piece)
///     piece    = "{" balanced "}" | DQUOTE balanced DQUOTE | number | name of a @string
///
/// Text between entries, lines that begin with "%", `@comment` and `@preamble` are skipped. Names of types, fields and
/// strings do not depend on case. An entry may lack its key, or a comma between two fields. A backslash does not hide a
/// brace.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

struct BibtexField {
  std::string value;     ///< LaTeX, without the outer braces or quotes
  std::size_t line = 0;  ///< 1-based
};

struct BibtexEntry {
  std::size_t line = 0;                                    ///< 1-based, of its "@"
  std::string type;                                        ///< in lower case
  std::string key;                                         ///< may be empty
  std::map<std::string, BibtexField, std::less<>> fields;  ///< by their names in lower case
};

struct BibtexFile {
  std::vector<BibtexEntry> entries;
  std::vector<SourceNote> notes;  ///< about what was left out
};

/// `text` is UTF-8 with line feeds. A damaged entry is left out with a note, and reading goes on at the next line that
/// begins an entry. Of a field that stands twice the first counts. The name of a `@string` that is not defined stands
/// for itself. A field with a `@string` has at most 64 KiB, and all of them together take 16 MiB; longer ones are left
/// out. NOT checked: that a type, or a field of a type, exists.
[[nodiscard]] BibtexFile read_bibtex_entries(std::string_view text);

}  // namespace agent_access::sources
