/// \file
/// What an import takes from one file, and what it has to say about it. Plain data.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace agent_access::tools {

/// Something that was left out or changed, and why.
struct ImportNote {
  std::string place = {};  ///< "work[2].startDate", or the key of a work; empty: the file
  std::string sentence;
  std::size_t line = 0;   ///< 0: not known
  std::size_t times = 1;  ///< for items of one list
};

/// Adds a note, or counts it with one that differs only in the numbers of items.
void add_note(std::vector<ImportNote>& notes, ImportNote note);

struct Imported {
  boost::json::object site = {};      ///< members of site.json; works without `slug`
  boost::json::array questions = {};  ///< of faq.json
  std::vector<ImportNote> notes = {};
};

/// What is published only if the owner asks for it.
inline constexpr std::string_view kPrivateParts = "phone birthday street references";

enum class ImportFormat { resume, csl, faq, bibtex, ris };

/// By the content; an error says what the text is instead, or which formats there are.
[[nodiscard]] base::Result<ImportFormat, std::string> detect_format(std::string_view text);
/// "JSON Resume".
[[nodiscard]] std::string_view name_of(ImportFormat format) noexcept;

/// Reads a whole file. BibTeX and RIS run the programs of bibutils. `with`: words of kPrivateParts. An error is a
/// sentence, which may begin with a line: "12: …".
[[nodiscard]] base::Result<Imported, std::string> read_import(std::string_view text, ImportFormat format,
                                                              std::span<const std::string> with);

// --- bibutils.cpp: BibTeX and RIS through the programs of Debian's package bibutils (docs/decisions/0055). They run
// without a shell, each for at most 20 seconds of CPU time, read and write memory files, and print at most 16 MiB. ---

/// `text` as `xml2ris` prints it: RIS in UTF-8, one tag a line. What the programs say on standard error becomes notes.
/// An error is a sentence, which names the package if its programs are missing.
[[nodiscard]] base::Result<std::string, std::string> normalized_ris(std::string_view text, ImportFormat format,
                                                                    std::vector<ImportNote>& notes);

// One function for each format.

[[nodiscard]] Imported read_resume(const boost::json::object& resume, std::span<const std::string> with);
[[nodiscard]] Imported read_csl(const boost::json::value& document);
[[nodiscard]] Imported read_faq_page(const boost::json::value& document);
/// `ris` is what `xml2ris` prints; `original` is the file, in which entries have their lines, types and keys.
[[nodiscard]] Imported read_ris(std::string_view ris, std::string_view original, ImportFormat format);

}  // namespace agent_access::tools
