/// \file
/// A blocking HTTP/1.1 client over TCP and TLS (RFC 9110, RFC 9112), on libcurl (decision 0026), for the commands that
/// test a running deployment. One connection for each request; no redirects, no cookies; proxy
/// settings of the environment are ignored; content codings are not decoded.
///
/// TLS 1.2 or later; the certificate must be issued by an authority of the system or of `ca_file`, and for the host.
/// The timeout covers everything but the name look-up of the system, which cannot be interrupted and has its own limits
/// (resolv.conf). Thread safe: calls share no state; signals are not used.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace agent_access::tools {

inline constexpr std::size_t kMaxAnswerSize =
    std::size_t{1024} * 1024;  ///< of the body; the largest generated document is below 100 KiB
/// The most bytes of all heads, including interim ones and trailers. libcurl limits a single line to 100 KiB.
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
  std::string host{};                 ///< value of the Host field; empty: from the URL
  std::string ca_file{};              ///< PEM of additional certificate authorities; empty: only those of the system
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

[[nodiscard]] base::Result<ClientResponse, ClientFault> fetch(const ClientRequest& request);

/// Builds one HTTP/1 response from the head lines and body pieces that libcurl passes (RFC 9112 section 4). Stores the
/// head of the final response; interim responses (1xx) and the trailers of a chunked body are skipped. Pure, no I/O.
///
/// NOT checked: transfer coding, content length and the end of the body, which libcurl checks.
class AnswerCollector {
 public:
  /// Adds one line with its line end: a status line, a field, or the empty line after a head. False ends the exchange.
  [[nodiscard]] bool take_line(std::string_view line);
  /// Adds a piece of the body. False if the body is larger than kMaxAnswerSize, which ends the exchange.
  [[nodiscard]] bool take_body(std::string_view piece);

  /// The fault that ended the exchange, if one did: too_large or broken.
  [[nodiscard]] std::optional<ClientFaultKind> fault() const noexcept { return fault_; }
  /// Whether only interim responses were received, up to their limit.
  [[nodiscard]] bool is_interim_only() const noexcept { return interim_ == kMaxInterimAnswers; }
  /// The head of the final response is complete.
  [[nodiscard]] bool has_head() const noexcept { return part_ == MessagePart::body; }
  [[nodiscard]] ClientResponse& response() noexcept { return response_; }

 private:
  enum class MessagePart { status, fields, body };
  static constexpr int kMaxInterimAnswers = 8;

  [[nodiscard]] bool end(ClientFaultKind kind) noexcept;
  [[nodiscard]] bool take_status(std::string_view line);
  [[nodiscard]] bool take_field(std::string_view line);
  [[nodiscard]] bool end_head();

  ClientResponse response_;
  std::optional<ClientFaultKind> fault_;
  std::size_t head_size_ = 0;  ///< of all heads and trailers
  int interim_ = 0;
  MessagePart part_ = MessagePart::status;
};

}  // namespace agent_access::tools
