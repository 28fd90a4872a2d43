/// \file
/// JSON from strangers, RFC 8259 read strictly: valid UTF-8, no duplicate names at any depth (escapes resolved), finite
/// numbers, limited depth, nothing after the value. Boost.JSON by itself keeps the last of duplicate names and turns
/// 1e400 into infinity. For this folder, and for `try`, which judges documents. Thread safe, stateless.
#pragma once

#include <boost/json/value.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace agent_access::jose {

/// decisions.md of the protocol: at most this many objects and arrays around a value.
inline constexpr std::size_t kMaxJsonDepth = 8;

/// True when `text` is one JSON value that keeps every rule above.
[[nodiscard]] bool is_strict_json(std::string_view text, std::size_t max_depth = kMaxJsonDepth);

/// The value, or nothing when a rule is broken.
[[nodiscard]] std::optional<boost::json::value> parse_strict_json(std::string_view text,
                                                                  std::size_t max_depth = kMaxJsonDepth);
/// The same for a text that must be one object.
[[nodiscard]] std::optional<boost::json::object> parse_strict_object(std::string_view text,
                                                                     std::size_t max_depth = kMaxJsonDepth);

}  // namespace agent_access::jose
