/// \file
/// JSON Resume 1.0 (jsonresume.org) and the names of its drafts before, as the registry's themes still read them.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <vector>

#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

/// What a reader of one file of an owner takes from it, and what it has to say about it.
struct Imported {
  boost::json::object site = {};      ///< members of site.json; works without `slug`
  boost::json::array questions = {};  ///< of faq.json
  std::vector<SourceNote> notes = {};
};

[[nodiscard]] Imported read_resume(const boost::json::object& resume, std::span<const std::string> with);

}  // namespace agent_access::sources
