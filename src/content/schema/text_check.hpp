/// \file
/// The rules of a schema that the schema library does not check: `pattern`, names that `propertyNames` forbids, and,
/// for every text, control characters. Private to this folder. Thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <vector>

#include "content/schema/schema_node.hpp"

namespace agent_access::content {

[[nodiscard]] std::vector<SchemaFault> check_texts(const boost::json::object& schema,
                                                   const boost::json::value& document);

}  // namespace agent_access::content
