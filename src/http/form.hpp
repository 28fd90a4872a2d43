/// \file
/// application/x-www-form-urlencoded: the WHATWG URL standard's parser (section 5.1), and the strict reading of it that
/// an endpoint with credentials wants. Thread safe, no I/O. The size of the text is the caller's to limit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace agent_access::http {

struct FormField {
  std::string name;
  std::string value;

  friend bool operator==(const FormField&, const FormField&) = default;
};

enum class FormFault {
  malformed_escape,  ///< a '%' that two hexadecimal digits do not follow
  not_utf8,          ///< decoded bytes that are no UTF-8
  duplicate_name,    ///< one name twice, seen after decoding
};

/// The fields as a browser reads them: an invalid escape stays as it is, invalid UTF-8 becomes U+FFFD. Never fails.
[[nodiscard]] std::vector<FormField> parse_urlencoded(std::string_view text);

/// One name or value, '+' and escapes decoded.
[[nodiscard]] base::Result<std::string, FormFault> decode_component(std::string_view text);

/// All fields of a form in which nothing is in doubt: valid escapes, valid UTF-8, every name once (RFC 6749
/// section 3.2). Empty sequences between '&' are skipped, as the WHATWG parser does.
[[nodiscard]] base::Result<std::vector<FormField>, FormFault> read_form(std::string_view text);

}  // namespace agent_access::http
