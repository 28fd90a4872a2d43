/// \file
/// The nginx configuration of one host whose documents are files and whose endpoints are proxied to the service. Pure
/// functions, thread safe.
///
/// NOT done: compression, which the owner configures in http { }.
#pragma once

#include <filesystem>
#include <string>

#include "base/base_url.hpp"
#include "base/ip_address.hpp"
#include "net/io/endpoint.hpp"
#include "tools/export/static_host_files.hpp"

namespace agent_access::tools {

struct NginxHost {
  const base::BaseUrl& base_url;
  std::string name;                                                    ///< of host_folder_names
  std::filesystem::path folder;                                        ///< absolute, is_nginx_text
  net::Endpoint listen;                                                ///< of the service
  base::ForwardedField field = base::ForwardedField::x_forwarded_for;  ///< the one that the service reads
};

/// An upstream and a server block, to be included in http { }. Each document has a location with the fields that the
/// service would send; all other requests (other paths and methods, other hosts, Accept with weights) go to the
/// service, so that its rules and errors apply.
[[nodiscard]] std::string render_static_nginx(const NginxHost& host, const HostedFiles& hosted);

}  // namespace agent_access::tools
