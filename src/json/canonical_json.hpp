/// \file
/// The JSON Canonicalization Scheme, RFC 8785: one text for all representations of a value, to be signed. Members are
/// sorted by the UTF-16 code units of their names, numbers are written as ECMAScript writes them, nothing is escaped
/// that need not be. Thread safe, no I/O.
///
/// NOT checked: that texts are UTF-8 and numbers finite; values that a strict reader has accepted are. Integers beyond
/// 2^53 are rounded to the nearest double, as RFC 8785 section 3.2.2.3 requires.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace agent_access::json {

[[nodiscard]] std::string canonical_json(const boost::json::value& value);

}  // namespace agent_access::json
