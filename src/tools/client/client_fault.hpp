/// \file
/// Why a request of the client got no response, as sentences. Thread safe, no I/O.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_access::tools {

enum class ClientFaultKind : std::uint8_t {
  invalid_request,  ///< the URL, the method or a field is invalid
  unknown_host,     ///< the host name has no address
  refused,          ///< the connection was refused
  unreachable,      ///< any other failure to connect
  tls,              ///< handshake or certificate
  timeout,
  too_large,  ///< a response over kMaxAnswerSize or kMaxAnswerHead
  broken,     ///< the connection ended early, or the response is not HTTP
};

struct ClientFault {
  ClientFaultKind kind = ClientFaultKind::broken;
  std::string detail;  ///< one sentence for the operator: the host and the reason of the system, never a field or body
};

/// Of a method or a field.
[[nodiscard]] ClientFault unsendable_request();
/// "nothing listens at 127.0.0.1:8080: Connection refused": what the kind means for a host and port, and the reason.
[[nodiscard]] ClientFault fault_at(std::string_view authority, ClientFaultKind kind, std::string_view why);
[[nodiscard]] ClientFault late_response(std::string_view authority, std::chrono::milliseconds timeout);
[[nodiscard]] ClientFault refused_certificate(std::string_view authority, std::string_view why);
/// The file of additional certificate authorities.
[[nodiscard]] ClientFault unreadable_authorities(std::string_view authority, std::string_view why);
/// The head or the body is over its limit.
[[nodiscard]] ClientFault too_large_response(std::string_view authority, bool has_head);

}  // namespace agent_access::tools
