/// \file
/// Responses to one peer: filled by the handler, completed with the fields that net adds, and sent in order with
/// gathered writes. The responses to several pipelined requests are sent in one system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "http/handler.hpp"
#include "http/message.hpp"
#include "net/capacity/limits.hpp"
#include "net/exchange/request_id.hpp"
#include "net/io/event_loop.hpp"
#include "net/tls/channel.hpp"

namespace agent_access::net {

/// One response. `path` points into the connection's read buffer or kept head: neither may change before it is empty.
struct Outgoing {
  http::Response response;
  std::string head;  ///< with the body, if that is short
  http::Method method = http::Method::other;
  std::string_view path;
  RequestId request_id{};
  SteadyTime started;
  bool body_follows = true;  ///< the body of `response` is sent after `head`
};

/// 204 and 304 have neither body nor Content-Length here (RFC 9110 sections 8.6, 15.3.5, 15.4.5).
[[nodiscard]] constexpr bool has_length(std::uint16_t status) noexcept { return status != 204 && status != 304; }

/// Whether the connection persists after a response, and the Connection field that says so.
enum class Persistence : std::uint8_t {
  implied,    ///< HTTP/1.1: persistent without a Connection field
  announced,  ///< HTTP/1.0: "Connection: keep-alive"
  ends,       ///< "Connection: close"
};

/// Not thread safe: belongs to one worker, or to one connection while its peer does not read.
class Outbox {
 public:
  enum class Sent : std::uint8_t {
    all,
    blocked,  ///< call again when the socket is writable
    failed,   ///< the socket is broken: the connection must be closed
  };

  /// Appends an answer with a reset response. Storage is reused.
  [[nodiscard]] Outgoing& add();
  /// Renders the head of the last answer, whose response is complete. `date_line` ends with CR LF, and so does each
  /// line of `more_fields`.
  void seal(Outgoing& answer, std::string_view date_line, Persistence persistence, std::string_view more_fields = {});

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// Send before adding more.
  [[nodiscard]] bool full() const noexcept { return count_ == kMostAnswers || waiting_bytes_ >= kMostBytes; }

  /// Sends as much as the channel accepts without blocking.
  [[nodiscard]] Sent send(Channel& channel) noexcept;
  /// The same to a socket without TLS.
  [[nodiscard]] Sent send(int descriptor) noexcept;
  /// Bytes taken by the kernel since the outbox was last empty.
  [[nodiscard]] std::size_t sent_bytes() const noexcept { return sent_bytes_; }

  /// Its memory, including storage kept for later answers; shared bodies do not count.
  [[nodiscard]] std::size_t held_bytes() const noexcept;

  /// Reports every answer in it to the observer, and empties it.
  void finish(std::string_view peer, http::Observer& observer, SteadyTime now) noexcept;
  void clear() noexcept;

 private:
  static constexpr std::size_t kMostAnswers = 64;
  static constexpr std::size_t kMostBytes = 32 * kKibibyte;

  template <class Write>
  [[nodiscard]] Sent send_by(Write write) noexcept;

  std::vector<Outgoing> answers_;  ///< the first `count_` are in use
  std::size_t count_ = 0;
  std::size_t waiting_bytes_ = 0;
  std::size_t sent_bytes_ = 0;
};

}  // namespace agent_access::net
