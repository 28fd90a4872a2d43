/// \file
/// The seam between the network and the service. net calls a Handler; it does not know what stands behind it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::http {

/// Why net could not make a Request of what it read. Each is answered in JSON and closes the connection.
enum class RequestError {
  malformed_request,    ///< 400: not HTTP/1.x, or against a framing rule
  unsupported_version,  ///< 505: HTTP/2 preface or another major version in clear text
  target_too_long,      ///< 414: request line over its limit
  headers_too_large,    ///< 431: header block or number of fields over its limit
  unsupported_coding,   ///< 400: a Transfer-Encoding that is not "chunked", alone and on HTTP/1.1
  malformed_chunks,     ///< 400: a chunked body against the grammar of decision 0020
  body_too_large,       ///< 413: Content-Length, or a chunked body, over the limit
  expectation_failed,   ///< 417: Expect other than 100-continue
  header_timeout,       ///< 408
  body_timeout,         ///< 408
  server_full,          ///< 503: connection cap reached
  handler_failed,       ///< 500: the handler threw
  client_refused,       ///< 429: a client of a trusted proxy has made too many faults on HTTP/2
};

/// What `client_refused` lasts at most once the faults have ended, and so its Retry-After.
inline constexpr std::chrono::seconds kClientRefusal{10};

/// Synchronous and CPU-only: never blocks, never waits. An instance belongs to one worker thread.
class Handler {
 public:
  virtual ~Handler() = default;
  /// Fills a reset Response. May throw only because of a bug; net then calls reject(handler_failed).
  virtual void handle(const Request& request, Response& response) = 0;
  /// Answers bytes that are no request. `request_id` as in Request. Must not throw.
  virtual void reject(RequestError fault, Response& response) noexcept = 0;
  /// The same where the whole head was read: `request` has neither body nor id.
  virtual void reject_request(RequestError fault, const Request& request, Response& response) noexcept {
    static_cast<void>(request);
    reject(fault, response);
  }
};

/// One answer, after its last byte was handed to the kernel or given up.
struct Answered {
  Method method;          ///< other when no request was read
  std::string_view path;  ///< empty when no request was read; without the query
  std::string_view peer;
  std::string_view request_id;
  const Response& response;
  std::chrono::nanoseconds
      duration;  ///< from the first byte of the request read to the last byte of the answer written
};

/// How a TLS handshake ended.
enum class Handshake : std::uint8_t {
  full,
  resumed,
  failed,  ///< no TLS, nothing in common, or the peer left
  timed_out,
  refused,  ///< too many in progress
};

/// Which cap a new connection met.
enum class Refused : std::uint8_t {
  total,    ///< of all connections
  address,  ///< of its IPv4 address or IPv6 /64
  network,  ///< of its IPv4 /24, IPv6 /56 or /48: connections, or the bytes that they hold
  memory,   ///< of what all peers hold
};

/// Why an open connection was closed to make room.
enum class Shed : std::uint8_t {
  connections,  ///< few places were left
  memory,       ///< all peers together held much
  share,        ///< its network held more than its share of memory
};

/// Is told of every answer and of connections; logs and counts. An instance belongs to one worker thread, must not
/// block and must not throw.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void answered(const Answered& answered) noexcept = 0;
  virtual void connection_opened() noexcept {}
  virtual void connection_closed() noexcept {}
  /// A new connection was turned away; connection_opened() was not told of it.
  virtual void connection_refused(Refused cap) noexcept { (void)cap; }
  /// An open one was closed to make room.
  virtual void connection_shed(Shed reason) noexcept { (void)reason; }
  virtual void handshake_ended(Handshake outcome, std::string_view peer) noexcept { (void)outcome, (void)peer; }
  /// A connection goes on with HTTP/2.
  virtual void http2_began() noexcept {}
  /// It was ended with ENHANCE_YOUR_CALM.
  virtual void http2_abused(std::string_view peer) noexcept { (void)peer; }
  /// Accepting failed for lack of descriptors or memory and is backing off.
  virtual void accept_failed(int error_number) noexcept { (void)error_number; }
};

}  // namespace agent_access::http
