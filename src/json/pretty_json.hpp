/// \file
/// Indented JSON: two spaces for each level, one member a line, short arrays and objects of scalars on one line, `/`
/// unescaped, a line feed at the end. Deterministic: the same value gives the same bytes on every replica. Thread safe.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace agent_access::json {

[[nodiscard]] std::string pretty_json(const boost::json::value& value);

}  // namespace agent_access::json
