/// \file
/// A work as bibliographies describe it, whatever their format. Plain data. Texts are plain and in UTF-8, without
/// markup and control characters; each but the title may be empty.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "site/content/content.hpp"
#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

struct Work {
  std::size_t line = 0;   ///< where the file has it; 0: not known
  std::string key = {};   ///< its name in the file: "muster2020"
  std::string type = {};  ///< as content::work_type_fault() takes it
  std::string title = {};
  std::vector<std::string> authors = {};  ///< in their order, given names first
  std::vector<std::string> editors = {};
  content::Date date = {};  ///< in the form of site.json
  std::string status = {};  ///< "in press"
  // What contains it.
  std::string journal = {};
  std::string book = {};   ///< also proceedings
  std::string event = {};  ///< a conference
  std::string series = {};
  std::string volume = {};
  std::string number = {};  ///< of an issue, a report or a patent
  std::string pages = {};
  std::string chapter = {};
  std::string edition = {};
  // Who has published it.
  std::string publisher = {};
  std::string institution = {};  ///< also a school or an organization
  std::string location = {};
  std::string genre = {};  ///< "PhD thesis"
  // Where it is.
  std::string isbn = {};
  std::string issn = {};
  std::string doi = {};     ///< "10.5555/x"
  std::string eprint = {};  ///< "2401.00001"; if it is one of arXiv, `links` has its address
  content::Address url = {};
  std::vector<content::Link> links = {};  ///< PDF, code, slides and the like: each with an absolute URL
  // What it is about.
  std::string summary = {};  ///< of a resume: in the owner's words
  std::string abstract_text = {};
  std::vector<std::string> keywords = {};
  std::string language = {};  ///< as the file names it: "english"
  std::string note = {};
  std::string award = {};
};

/// What a reader takes from a file.
struct Bibliography {
  std::vector<Work> works = {};
  std::vector<SourceNote> notes = {};  ///< in the order of their lines
};

/// The bibliography with its notes in order, and one about the first line that is not UTF-8, if there is one (0: none).
/// An error says that it has no work, and the first note about it.
[[nodiscard]] base::Result<Bibliography, std::string> finished(Bibliography bibliography, std::size_t foreign_line);

/// Of one file; a reader notes that it left out others.
inline constexpr std::size_t kMostWorks = 50'000;

}  // namespace agent_access::sources
