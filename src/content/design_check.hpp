/// \file
/// The rules of `design` and `labels` in site.json that a schema cannot express: colours with enough contrast, paths of
/// images, names and placeholders of labels. Private to this folder. Thread safe.
///
/// NOT checked: that the images exist (app/deployment/design_files.hpp).
#pragma once

#include <boost/json/value.hpp>
#include <vector>

#include "content/schema/schema_check.hpp"

namespace agent_access::content {

/// Members of another type than the schema's are left to the schema.
[[nodiscard]] std::vector<SchemaFault> check_design(const boost::json::value& document);
[[nodiscard]] std::vector<SchemaFault> check_labels(const boost::json::value& document);

}  // namespace agent_access::content
