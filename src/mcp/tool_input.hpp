/// \file
/// Checks the input of a tool by its schema, with the keywords that the eight schemas use (type, enum, minLength,
/// maxLength, minimum, maximum, default, required), as web/browser-tools.js does. Thread safe, stateless.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>

#include "base/result.hpp"

namespace agent_access::mcp {

/// The members that were given or have a default, in the order of the schema; or a sentence for the agent. `input` is
/// null if there was none.
[[nodiscard]] base::Result<boost::json::object, std::string> checked_input(const boost::json::object& schema,
                                                                           const boost::json::value* input);

}  // namespace agent_access::mcp
