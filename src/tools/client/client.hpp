/// \file
/// A blocking HTTP/1.1 client over TCP and TLS (RFC 9110, RFC 9112), on libcurl (decision 0026), for the commands that
/// test a running deployment. One connection for each request; no redirects, no cookies; proxy
/// settings of the environment are ignored; content codings are not decoded.
///
/// TLS 1.2 or later; the certificate must be issued by an authority of the system or of `ca_file`, and for the host.
/// The timeout covers everything but the name look-up of the system, which cannot be interrupted and has its own limits
/// (resolv.conf). Thread safe: calls share no state; signals are not used.
#pragma once

#include "base/result.hpp"
#include "tools/client/client_fault.hpp"
#include "tools/client/client_messages.hpp"

namespace agent_access::tools {

[[nodiscard]] base::Result<ClientResponse, ClientFault> fetch(const ClientRequest& request);

}  // namespace agent_access::tools
