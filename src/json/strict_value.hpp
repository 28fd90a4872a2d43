/// \file
/// Whole values of JSON from strangers, by the rules of strict_reader.hpp. Thread safe, stateless.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

#include "json/strict_fault.hpp"

namespace agent_access::json {

/// True when `text` is one JSON value that keeps every rule.
[[nodiscard]] bool is_strict_json(std::string_view text, std::size_t max_depth = kMaxForeignDepth);

/// The value, or nothing when a rule is broken.
[[nodiscard]] std::optional<boost::json::value> parse_strict_json(std::string_view text,
                                                                  std::size_t max_depth = kMaxForeignDepth);
/// The same for a text that must be one object.
[[nodiscard]] std::optional<boost::json::object> parse_strict_object(std::string_view text,
                                                                     std::size_t max_depth = kMaxForeignDepth);

}  // namespace agent_access::json
