/// \file
/// A blocking HTTP/1.1 client over TCP and TLS, for the commands that look at a deployment from outside (RFC 9110,
/// RFC 9112), on libcurl (decision 0032). One connection for each request, no redirect followed, no cookie, no proxy,
/// also not the environment's; content codings are left as they are.
///
/// TLS 1.2 or later; the certificate must lead to an authority of the system or of `ca_file` and must name the host.
/// The deadline covers everything but the system's own name look-up, which cannot be interrupted and has limits of its
/// own (resolv.conf). Thread safe: calls share nothing; no signal is used.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace agent_access::client {

inline constexpr std::size_t kMaxAnswerSize =
    std::size_t{1024} * 1024;  ///< of the body; our largest document is below 100 KiB
/// Of all heads, interim ones and trailers included. A line without an end is bounded by libcurl instead, at 100 KiB.
inline constexpr std::size_t kMaxAnswerHead = std::size_t{64} * 1024;

struct ClientField {
  std::string name;
  std::string value;
};

struct ClientRequest {
  std::string method = "GET";
  std::string url{};
  std::vector<ClientField> fields{};  ///< Host, Connection and Content-Length are written by the client
  std::string body{};                 ///< not sent with HEAD
  std::string host{};                 ///< value of the Host field; empty: the URL's
  std::string ca_file{};              ///< PEM of further certificate authorities; empty: the system's only
  std::chrono::milliseconds timeout{10'000};
};

struct ClientResponse {
  unsigned status = 0;
  std::vector<ClientField> fields;
  std::string body;
  std::chrono::microseconds duration{0};

  /// The value of the first field of that name (compared without case), or empty.
  [[nodiscard]] std::string_view field(std::string_view name) const noexcept;
  [[nodiscard]] std::size_t count(std::string_view name) const noexcept;
};

enum class ClientFaultKind {
  invalid_request,  ///< the URL, the method or a field cannot be sent
  unknown_host,     ///< the name has no address
  refused,          ///< nothing listens there
  unreachable,      ///< any other failure to connect
  tls,              ///< handshake or certificate
  timeout,
  too_large,  ///< an answer over kMaxAnswerSize or kMaxAnswerHead
  broken,     ///< the connection ended early, or what came is not HTTP
};

struct ClientFault {
  ClientFaultKind kind = ClientFaultKind::broken;
  std::string detail;  ///< one sentence for the operator; holds the host and the system's reason, never a field or body
};

[[nodiscard]] base::Result<ClientResponse, ClientFault> fetch(const ClientRequest& request);

}  // namespace agent_access::client
