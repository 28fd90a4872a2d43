/// \file
/// The interface between the network and the service: net calls a Handler and an Observer and includes neither of their
/// implementations.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::http {

/// Why net could not make a Request of the bytes it read, one enumerator for each cause that a client can tell apart.
/// The response to each is JSON, and the connection is closed.
enum class RequestError {
  malformed_request,       ///< 400: no request line
  malformed_target,        ///< 400: its target is in no form that a request to this server has
  unsupported_version,     ///< 505: HTTP/2 preface or another major version in clear text
  clear_text,              ///< 400: HTTP on a port of TLS
  malformed_line,          ///< 400: a bare CR or LF, or a control character
  malformed_field,         ///< 400: no field line of RFC 9112 section 5
  disguised_field,         ///< 400: a name with underscores that others take for one that decides framing or trust
  missing_host,            ///< 400
  empty_host,              ///< 400
  malformed_host,          ///< 400
  repeated_host,           ///< 400
  repeated_authorization,  ///< 400
  differing_types,         ///< 400: two values of Content-Type
  malformed_length,        ///< 400: Content-Length is no number of 1 to 19 digits
  repeated_length,         ///< 400
  malformed_connection,    ///< 400: Connection or Proxy-Connection is no list of tokens
  target_too_long,         ///< 414: request line over its limit
  headers_too_large,       ///< 431: header block or number of fields over its limit
  unsupported_coding,      ///< 400: a Transfer-Encoding that does not say where the body ends (RFC 9112 section 6.3)
  not_implemented,         ///< 501: another transfer coding than chunked (section 6.1)
  malformed_chunks,        ///< 400: a chunked body that violates the grammar of decision 0018
  body_too_large,          ///< 413: Content-Length, or a chunked body, over the limit
  expectation_failed,      ///< 417: Expect other than 100-continue
  header_timeout,          ///< 408
  body_timeout,            ///< 408
  server_full,             ///< 503: connection cap reached
  handler_failed,          ///< 500: the handler threw
};

/// Synchronous; must not block or wait. An instance belongs to one worker thread.
class Handler {
 public:
  virtual ~Handler() = default;
  /// Fills a reset Response. May throw only because of a bug; net then calls reject(handler_failed).
  virtual void handle(const Request& request, Response& response) = 0;
  /// Fills the response to bytes that are not a request. Must not throw.
  virtual void reject(RequestError fault, Response& response) noexcept = 0;
  /// The same where the whole head was read: `request` has neither body nor id.
  virtual void reject_request(RequestError fault, const Request& request, Response& response) noexcept {
    static_cast<void>(request);
    reject(fault, response);
  }
};

/// One response, after its last byte was passed to the kernel or sending was given up.
struct Answered {
  Method method;          ///< other if no request was read
  std::string_view path;  ///< empty if no request was read; without the query
  std::string_view peer;
  std::string_view request_id;
  const Response& response;
  std::chrono::nanoseconds
      duration;  ///< from the first byte of the request read to the last byte of the response written
};

/// How a TLS handshake ended.
enum class Handshake : std::uint8_t {
  full,
  resumed,
  failed,  ///< not TLS, no common version or cipher, or the peer closed the connection
  timed_out,
  refused,  ///< too many in progress
};

/// The limit because of which a new connection was refused.
enum class Refused : std::uint8_t {
  total,    ///< of all connections
  address,  ///< of its IPv4 address or IPv6 /64
  memory,   ///< of all connections
};

/// Logs and counts responses and connections. An instance belongs to one worker thread and must not block or throw.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_response_sent(const Answered& answered) noexcept = 0;
  virtual void connection_opened() noexcept {}
  virtual void connection_closed() noexcept {}
  /// A new connection was refused; connection_opened() was not called for it.
  virtual void connection_refused(Refused cap) noexcept { (void)cap; }
  /// An open connection was closed to free memory.
  virtual void connection_shed() noexcept {}
  virtual void handshake_ended(Handshake outcome, std::string_view peer) noexcept { (void)outcome, (void)peer; }
  /// Accepting failed for lack of descriptors or memory and is backing off.
  virtual void accept_failed(int error_number) noexcept { (void)error_number; }
};

}  // namespace agent_access::http
