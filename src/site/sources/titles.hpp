/// \file
/// Titles that readers write where a file has none of its own: "Certificates", "Website", "Phone: ". They are texts of
/// labels in English until the language of the site is known. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>

#include "site/content/labels.hpp"

namespace agent_access::sources {

/// Replaces in `site`, which was made from sources, titles of sections, links and areas of skills that are such a label
/// in any language by the text of `labels`; likewise the words before a telephone number and a grade.
void translate_titles(boost::json::object& site, const content::Labels& labels);

}  // namespace agent_access::sources
