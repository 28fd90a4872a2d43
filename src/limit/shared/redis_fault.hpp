/// \file
/// What can go wrong with the fleet's Redis. None of it reaches a request; each is counted and the connection made
/// anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace agent_access::limit {

enum class RedisFault : std::uint8_t {
  unresolved,           ///< its host name has no address, or the resolver did not answer yet
  unreachable,          ///< no connection
  too_slow,             ///< no answer within the deadline
  connection_lost,      ///< closed or broken while an answer was due
  garbled,              ///< not the protocol, or larger than any right answer
  wrong_answer,         ///< the protocol, but not what was asked for: type, count or range
  credentials_refused,  ///< AUTH failed, is missing, or the user may not do what is needed
  read_only,            ///< a replica, or too few replicas to write
  full,                 ///< out of memory
  starting,             ///< loading its data set, or busy
  script_missing,       ///< its scripts were flushed
  error_answer,         ///< any other error
  stopped,              ///< not a fault of Redis: this process ends
};

inline constexpr std::size_t kRedisFaultCount = 12;  ///< without `stopped`

/// As a metric's label: "too_slow".
[[nodiscard]] std::string_view name(RedisFault fault) noexcept;
/// As a sentence's end, constant: "Redis did not answer in time".
[[nodiscard]] std::string_view describe(RedisFault fault) noexcept;

/// What an error reply means, by its code ("OOM ...") or, before Redis 7, the code within the text of a script's error.
[[nodiscard]] RedisFault classify_error(std::string_view text) noexcept;

}  // namespace agent_access::limit
