/// \file
/// Works of JSON Resume, of CSL-JSON (citeproc-js.readthedocs.io), as Zotero and ORCID export it and Crossref's API
/// returns it, and of BibTeX and RIS after ris.cpp gave them the names of CSL.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <map>
#include <string>

#include "site/sources/foreign_json.hpp"
#include "site/sources/json_resume.hpp"

namespace agent_access::sources {

/// Appends works to the publications of a site. Of those with one DOI only the first is taken; further works of one key
/// get a number.
class WorkReader {
 public:
  explicit WorkReader(boost::json::object& site) : site_(site) {}

  void read(ForeignObject& in);

 private:
  /// Why the work is left out, or empty; gives it a key of its own.
  [[nodiscard]] std::string double_of(const std::string& doi, std::string& key);

  boost::json::object& site_;
  std::map<std::string, std::size_t> keys_;
  std::map<std::string, std::string> dois_;  ///< with the keys of their works
};

[[nodiscard]] Imported read_csl(const boost::json::value& document);

}  // namespace agent_access::sources
