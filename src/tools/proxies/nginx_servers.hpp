/// \file
/// Servers in the configuration of an nginx on this machine, so that a printed site does not take the place of one that
/// is there, and their exact locations, of which a server can have one for each path. nginx itself uses the first
/// server of a name at an address, and only warns of a second one; it does not start with a second location.
///
/// Reads nginx.conf and what it includes, in the order of nginx. A name matches as text, or by "*.example.com" or
/// ".example.com". NOT done: regular expressions in names, variables, default servers, addresses of `listen`. Files
/// that cannot be read are skipped. A file with what this program printed does not count.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace agent_access::tools {

struct NginxServer {
  std::filesystem::path file;
  std::size_t line = 0;  ///< of its server_name
  std::string name;      ///< as it stands there
};

/// `location = PATH` in a server itself, not in another location.
struct NginxLocation {
  std::filesystem::path file;
  std::size_t line = 0;
  std::string path;  ///< decoded, as nginx compares it
};

/// At most 10. `folder` has nginx.conf: "/etc/nginx".
[[nodiscard]] std::vector<NginxServer> find_nginx_servers(const std::filesystem::path& folder,
                                                          std::span<const std::string> hosts);

/// Of the servers that have one of the hosts: of those with TLS, if there are some, else of all.
[[nodiscard]] std::vector<NginxLocation> find_nginx_locations(const std::filesystem::path& folder,
                                                              std::span<const std::string> hosts);

}  // namespace agent_access::tools
