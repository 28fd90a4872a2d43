/// \file
/// The bodies of requests: a JSON object by the rules of json/strict_reader.hpp, at most 8 levels deep, of which only
/// the wanted top-level members are kept; and application/x-www-form-urlencoded (WHATWG URL standard, section 5.1) for
/// endpoints that take credentials: nothing is repaired. Thread safe, no I/O. NOT limited here: the size of the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/strict_reader.hpp"

namespace agent_access::http {

using JsonFault = json::StrictFault;

enum class MemberKind : std::uint8_t { absent, null, string, other };

struct JsonMember {
  std::string_view name;
  MemberKind kind = MemberKind::absent;
  std::string text = {};  ///< the unescaped string when kind is string
};

/// Fills kind and text of each wanted member. On a fault `wanted` is unspecified.
[[nodiscard]] base::Result<void, JsonFault> read_json_object(std::string_view body, std::span<JsonMember> wanted);

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
