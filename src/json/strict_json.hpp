/// \file
/// The owner's JSON: one object by the rules of strict_reader.hpp, at most 32 levels deep, with the line of what is
/// wrong and a sentence about it. Thread safe, stateless.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::json {

enum class JsonFault {
  not_json,
  not_an_object,
  reserved_name,   ///< a member of the top level that the service makes itself
  duplicate_name,  ///< the same member twice in one object, at any depth
  not_finite,      ///< a number beyond double
  too_deep,        ///< more than 32 levels
  too_large,
};

struct JsonError {
  JsonFault fault;
  std::size_t line = 0;  ///< 1-based; 0 when the fault has no place
  std::string detail;    ///< the member's name where there is one
};

/// What differs between the owner's files.
struct JsonRules {
  std::string_view subject;        ///< "the profile": how sentences call the text
  std::size_t max_size = 0;        ///< bytes; whole MiB
  std::string_view reserved_name;  ///< at the top level; empty for none
};

/// How many members the object has.
[[nodiscard]] base::Result<std::size_t, JsonError> check_json(std::string_view text, const JsonRules& rules);
/// The object itself.
[[nodiscard]] base::Result<boost::json::value, JsonError> parse_json(std::string_view text, const JsonRules& rules);

/// What is wrong and what would be right, without the line.
[[nodiscard]] std::string sentence(const JsonError& error, const JsonRules& rules);

/// A member's name in quotes, cut and cleaned so that it can be printed on one line of a terminal.
[[nodiscard]] std::string quoted_name(std::string_view name);

}  // namespace agent_access::json
