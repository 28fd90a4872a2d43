/// \file
/// What an import takes from one file, and what it has to say about it. Plain data.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

/// The formats that can be imported.
enum class ImportFormat { resume, csl, faq, bibtex, ris };

}  // namespace agent_access::tools
