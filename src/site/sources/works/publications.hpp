/// \file
/// Works as publications of site.json. Belongs to one thread.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// Appends works to the publications of a site. Of those with one DOI only the first is taken; further works of one key
/// get a number. What site.json has no place for is noted once. `site` and `notes` outlive it.
class PublicationList {
 public:
  PublicationList(boost::json::object& site, std::vector<SourceNote>& notes) : site_(site), notes_(notes) {}

  /// `place` names the work in notes.
  void add(const Work& work, const std::string& place);

 private:
  void note_unplaced(const Work& work, const std::string& place);

  boost::json::object& site_;
  std::vector<SourceNote>& notes_;
  std::map<std::string, std::size_t> keys_;
  std::map<std::string, std::string> dois_;                        ///< with the places of their works
  std::map<std::string_view, std::size_t, std::less<>> unplaced_;  ///< the notes about each member
};

}  // namespace agent_access::sources
