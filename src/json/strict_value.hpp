/// \file
/// Parses untrusted JSON into values, by the rules of strict_reader.hpp. Thread safe, stateless.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

namespace agent_access::json {

/// The most objects and arrays around a value in a request or a token.
inline constexpr std::size_t kMaxForeignDepth = 8;

enum class StrictFault {
  not_json,
  not_an_object,
  duplicate_name,
  not_finite,  ///< a number beyond the range of double
  too_deep,
};

/// The value, or nothing if a rule is violated.
[[nodiscard]] std::optional<boost::json::value> parse_strict_json(std::string_view text,
                                                                  std::size_t max_depth = kMaxForeignDepth);
/// The object, or nothing if a rule is violated or the value is not an object.
[[nodiscard]] std::optional<boost::json::object> parse_strict_object(std::string_view text,
                                                                     std::size_t max_depth = kMaxForeignDepth);

}  // namespace agent_access::json
