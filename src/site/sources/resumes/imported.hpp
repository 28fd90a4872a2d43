/// \file
/// What a reader takes from one file of an owner. Plain data.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <vector>

#include "site/sources/resumes/withheld_number.hpp"
#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

struct Imported {
  boost::json::object site = {};      ///< members of site.json; works without `slug`
  boost::json::array questions = {};  ///< of faq.json
  std::vector<SourceNote> notes = {};
  std::vector<WithheldNumber> withheld_numbers = {};
};

}  // namespace agent_access::sources
