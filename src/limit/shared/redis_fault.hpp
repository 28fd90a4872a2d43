/// \file
/// Errors of the fleet's Redis. None of them fails a request; each is counted, and a new connection is opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace agent_access::limit {

enum class RedisFault : std::uint8_t {
  unresolved,           ///< the host name has no address, or the resolver has not answered yet
  unreachable,          ///< no connection
  too_slow,             ///< no answer within the deadline
  tls_failed,           ///< no TLS, or the certificate is not trusted or not for this host
  ca_unreadable,        ///< the file of certificates that are trusted
  connection_lost,      ///< closed or reset before the reply
  garbled,              ///< malformed, or larger than any valid reply
  wrong_answer,         ///< well-formed, but with the wrong type, count or range
  credentials_refused,  ///< AUTH failed, is missing, or the user lacks a permission
  read_only,            ///< a replica, or too few replicas to write
  full,                 ///< out of memory
  starting,             ///< loading its data set, or busy
  script_missing,       ///< its scripts were flushed
  error_answer,         ///< any other error
  stopped,              ///< not a fault of Redis: this process ends
};

inline constexpr std::size_t kRedisFaultCount = 14;  ///< without `stopped`

/// As a metric's label: "too_slow".
[[nodiscard]] std::string_view name(RedisFault fault) noexcept;
/// Constant text: "Redis did not answer in time".
[[nodiscard]] std::string_view describe(RedisFault fault) noexcept;

/// The fault of an error reply, by its code ("OOM ...") or, before Redis 7, by the code in the text of a script error.
[[nodiscard]] RedisFault classify_error(std::string_view text) noexcept;

}  // namespace agent_access::limit
