/// \file
/// The strict reader of a JSON request body (RFC 8259): one object, at most 8 levels deep, no name twice in any object
/// (compared after unescaping), finite numbers, valid UTF-8 and no lone surrogate, nothing after it but white space.
/// Only the wanted top-level members are kept; the others are checked and forgotten. Thread safe, no I/O. The size of
/// the text is the caller's to limit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::http {

inline constexpr std::size_t kMaxJsonDepth = 8;

enum class JsonFault {
  not_json,
  not_an_object,
  duplicate_name,
  not_finite,  ///< a number beyond double
  too_deep,
};

enum class MemberKind : std::uint8_t { absent, string, other };

struct JsonMember {
  std::string_view name;
  MemberKind kind = MemberKind::absent;
  std::string text = {};  ///< the unescaped string when kind is string
};

/// Fills kind and text of each wanted member. On a fault `wanted` is unspecified.
[[nodiscard]] base::Result<void, JsonFault> read_json_object(std::string_view body, std::span<JsonMember> wanted);

}  // namespace agent_access::http
