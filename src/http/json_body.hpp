/// \file
/// The JSON request body: one object by the rules of json/strict_reader.hpp, at most 8 levels deep. Only the wanted
/// top-level members are kept; the others are checked and dropped. Thread safe, no I/O. NOT limited here: the size of
/// the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "json/strict_value.hpp"

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

}  // namespace agent_access::http
