/// \file
/// The address of the fleet's Redis, read from a URL:
///
///   redis://[user:password@]host[:port][/database]      unix://[user:password@]/path[?db=database]
///
/// User and password are percent-decoded (RFC 3986 section 2.1); `redis://:password@host` gives a password alone. The
/// default port is 6379, the default database 0. `rediss://` is refused: Debian 12's hiredis has no TLS.
/// Pure, thread safe. NOT checked: that the host exists or a server listens there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/secret.hpp"

namespace agent_access::limit {

enum class UrlFault : std::uint8_t {
  unknown_scheme,
  tls_unsupported,
  bad_credentials,  ///< a bad percent escape, a zero byte, or a user without a password
  bad_host,
  bad_port,
  bad_path,  ///< of a unix socket: relative, empty or longer than a socket address holds
  bad_database,
  too_long,
};

struct RedisTarget {
  std::string host;  ///< a name or address, without brackets; empty for a unix socket
  std::uint16_t port = 6379;
  std::string path;  ///< of the unix socket; empty for TCP
  std::string user;  ///< empty: the default user
  base::SecretBytes password;
  std::uint32_t database = 0;
};

[[nodiscard]] base::Result<RedisTarget, UrlFault> parse_redis_url(std::string_view url);

/// The text that follows "limits.shared ...". Constant, so that no part of the URL gets into a log.
[[nodiscard]] std::string_view describe(UrlFault fault) noexcept;

/// The URL with its password, if any, as "***"; to show to the owner, not for a log.
[[nodiscard]] std::string show_redis_url(std::string_view url);

}  // namespace agent_access::limit
