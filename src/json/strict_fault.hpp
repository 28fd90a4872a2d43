/// \file
/// What is wrong with a JSON text that breaks a rule of strict_reader.hpp, and how deep a text from strangers may be
/// nested.
#pragma once

#include <cstddef>

namespace agent_access::json {

/// decisions.md of the protocol: at most so many objects and arrays around a value in what strangers send.
inline constexpr std::size_t kMaxForeignDepth = 8;

enum class StrictFault {
  not_json,
  not_an_object,
  duplicate_name,
  not_finite,  ///< a number beyond double
  too_deep,
};

}  // namespace agent_access::json
