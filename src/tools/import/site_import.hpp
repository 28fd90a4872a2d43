/// \file
/// `import`: a first site.json and faq.json of the owner's files, and a report about them. Reads files, writes none.
/// Belongs to one thread.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "app/deployment/source_files.hpp"
#include "base/result.hpp"

namespace agent_access::tools {

struct FirstSite {
  boost::json::object site;         ///< empty if the files have questions alone; may lack owner.name
  boost::json::array questions;     ///< of faq.json
  std::vector<std::string> report;  ///< lines: what the files have, what is left out, and what no file says
};

/// What no file says is made up: the owner is the author of most works, the tagline names the owner, in
/// the language of the site. Fails with all problems at once.
[[nodiscard]] base::Result<FirstSite, app::Problems> import_files(const app::SourceRequest& request);

/// The texts of site.json and faq.json; empty if there is nothing for one. The error is a sentence: no file says whose
/// site it is, or the site is too large for a file.
[[nodiscard]] base::Result<std::string, std::string> site_text(const FirstSite& first);
[[nodiscard]] std::string faq_text(const FirstSite& first);

}  // namespace agent_access::tools
