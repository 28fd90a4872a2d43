/// \file
/// application/x-www-form-urlencoded (WHATWG URL standard, section 5.1) as endpoints that take credentials read it:
/// nothing is repaired. Thread safe, no I/O. NOT limited here: the size of the text.
#pragma once

#include <span>
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
  malformed_escape,  ///< a '%' without two hexadecimal digits after it
  not_utf8,          ///< decoded bytes that are not UTF-8
  duplicate_name,    ///< one name twice, compared after decoding
};

/// Whether a query has a parameter of that name; it is not decoded.
[[nodiscard]] bool names_parameter(std::string_view query, std::string_view name) noexcept;

/// One name or value with '+' and escapes decoded.
[[nodiscard]] base::Result<std::string, FormFault> decode_component(std::string_view text);

/// All fields of a form with valid escapes, valid UTF-8 and every name once (RFC 6749 section 3.2), as the WHATWG
/// parser reads them. Empty sequences between '&' are skipped. Fields with one of the names `ignored` are left out, and
/// may occur several times.
[[nodiscard]] base::Result<std::vector<FormField>, FormFault> read_form(std::string_view text,
                                                                        std::span<const std::string_view> ignored = {});

}  // namespace agent_access::http
