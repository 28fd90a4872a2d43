/// \file
/// Strings of JSON, RFC 8259 section 7. Thread safe, stateless.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::json {

/// Appends `text` in quotes: quote, backslash and control characters escaped, everything else unchanged. NOT checked:
/// that `text` is UTF-8.
void append_json_string(std::string& out, std::string_view text);
/// The same without the quotes.
void append_escaped(std::string& out, std::string_view text);

[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace agent_access::json
