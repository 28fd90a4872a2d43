/// \file
/// JSON as text: strings (RFC 8259 section 7), and values in two forms. Thread safe, no I/O.
#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

namespace agent_access::json {

/// Appends `text` in quotes: quote, backslash and control characters escaped, the rest unchanged. NOT checked: UTF-8.
void append_json_string(std::string& out, std::string_view text);
/// The same without the quotes.
void append_escaped(std::string& out, std::string_view text);

[[nodiscard]] std::string json_string(std::string_view text);

/// Indented: two spaces for each level, one member a line, short arrays and objects of scalars on one line, `/`
/// unescaped, a line feed at the end. Deterministic: the same value gives the same bytes on every replica.
[[nodiscard]] std::string pretty_json(const boost::json::value& value);

/// On one line. Numbers are written as people write them: 2.5, not 2.5E0.
[[nodiscard]] std::string compact_json(const boost::json::value& value);

}  // namespace agent_access::json
