/// \file
/// The faults of a JSON text that violates a rule of strict_reader.hpp, and the nesting limit for untrusted texts.
#pragma once

#include <cstddef>

namespace agent_access::json {

/// decisions.md of the protocol: the most objects and arrays around a value in a request or a token.
inline constexpr std::size_t kMaxForeignDepth = 8;

enum class StrictFault {
  not_json,
  not_an_object,
  duplicate_name,
  not_finite,  ///< a number beyond the range of double
  too_deep,
};

}  // namespace agent_access::json
