/// \file
/// The address of the fleet's Redis, read from a URL:
///
///   redis://[user:password@]host[:port][,host[:port]...][/database]
///   rediss://[user:password@]host[:port][,host[:port]...][/database][?ca=/path]
///   unix://[user:password@]/path[?db=database]
///
/// User and password are percent-decoded (RFC 3986 section 2.1); `redis://:password@host` gives a password alone. The
/// default port is 6379, the default database 0. Several hosts are the servers of one replicated Redis, of which one
/// accepts writes. `rediss://` is TLS; `ca` names a PEM file of the authorities that are trusted instead of the
/// system's. Pure, thread safe. NOT checked: that the host exists or a server listens there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/secret.hpp"

namespace agent_access::limit {

enum class UrlFault : std::uint8_t {
  unknown_scheme,
  bad_ca,           ///< after the question mark of a rediss:// URL: not "ca=" and an absolute path
  bad_credentials,  ///< a bad percent escape, a zero byte, or a user without a password
  bad_host,
  too_many_hosts,
  bad_port,
  bad_path,  ///< of a unix socket: relative, empty or longer than a socket address holds
  bad_database,
  too_long,
};

inline constexpr std::size_t kMostRedisHosts = 8;

struct RedisHost {
  std::string name;  ///< a name or address, without brackets
  std::uint16_t port = 6379;
};

struct RedisTarget {
  std::vector<RedisHost> hosts;  ///< in the order in which they are tried; empty for a unix socket
  bool has_tls = false;
  std::string ca_file;  ///< PEM; empty: the authorities that the system trusts
  std::string path;     ///< of the unix socket; empty for TCP
  std::string user;     ///< empty: the default user
  base::SecretBytes password;
  std::uint32_t database = 0;
};

[[nodiscard]] base::Result<RedisTarget, UrlFault> parse_redis_url(std::string_view url);

/// The text that follows "limits.shared ...". Constant, so that no part of the URL gets into a log.
[[nodiscard]] std::string_view describe(UrlFault fault) noexcept;

/// The URL with its password, if any, as "***"; to show to the owner, not for a log.
[[nodiscard]] std::string show_redis_url(std::string_view url);

}  // namespace agent_access::limit
