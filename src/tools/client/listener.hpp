/// \file
/// Who listens at an address that is in use: the service of this site, that of another site, or another program. Asks
/// the listener, so that it needs no right to look into processes. Blocking, for a second at most; thread safe.
///
/// NOT found out: a service that terminates TLS itself. An older version of the program does not name its site at
/// listen.admin.
#pragma once

#include <cstdint>
#include <string>

namespace agent_access::tools {

enum class Listener : std::uint8_t {
  own,         ///< a service of this site
  other_site,  ///< a service of another site
  other,       ///< a program that does not answer as the service does
};

/// Who listens at listen.address. `address` is "http://127.0.0.1:8080", `host` the Host of a base URL: a service of
/// another site refuses it with 421.
[[nodiscard]] Listener find_listener(const std::string& address, const std::string& host);
/// Who listens at listen.admin, whose metrics have the base URLs.
[[nodiscard]] Listener find_admin_listener(const std::string& address, const std::string& base_url);

}  // namespace agent_access::tools
