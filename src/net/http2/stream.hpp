/// \file
/// One HTTP/2 stream of a connection: the request while it is read, then the response until its last byte is sent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "http/message.hpp"
#include "net/exchange/request_id.hpp"
#include "net/http2/request.hpp"
#include "net/io/event_loop.hpp"

namespace agent_access::net::h2 {

/// As in HTTP/1.1, a slow reader of a large response is allowed, a stalled one is not. This many bytes extend a
/// deadline: half of a frame, since peers update their windows frame by frame.
inline constexpr std::size_t kWriteProgress = std::size_t{8} * 1024;

/// Its address must not change: the library and the output refer to it.
struct Stream {
  enum class Phase : std::uint8_t { head, body, answering };

  Stream(std::int32_t the_id, SteadyTime now) : id(the_id), started(now), deadline(now) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  std::int32_t id;
  Phase phase = Phase::head;
  std::optional<RequestHead> head{std::in_place};  ///< empty once answered
  std::string body;
  std::size_t held = 0;  ///< bytes of head and body that count against the connection's share

  http::Response response;
  RequestId request_id{};
  http::Method method = http::Method::other;
  std::string path;  ///< without the query; empty for a malformed request
  std::size_t body_size = 0;
  std::size_t produced = 0;  ///< bytes of the body that are framed
  std::size_t queued = 0;    ///< bytes of the body, with frame headers if read from a source, that wait in the output
  std::size_t unread = 0;    ///< bytes that are framed and not yet covered by a WINDOW_UPDATE

  SteadyTime started;             ///< when the first byte of the request was read
  SteadyTime deadline;            ///< of the request body, then of the next bytes of the response
  std::size_t progress_mark = 0;  ///< `produced` when the deadline was last set
  std::size_t flow_mark = 0;      ///< bytes framed on the connection at that time
  bool remote_ended = false;
  bool is_broken = false;  ///< the source of the body failed
  bool complete = false;   ///< the last frame of the response is in the output
  bool closed = false;     ///< the library has closed it

  /// Memory of request and response beside this object; shared bodies do not count.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return (head ? head->allocated_bytes() : 0) + body.capacity() + path.capacity() + response.held_bytes();
  }
  /// The next contiguous part of the body from `produced` on, at most `most` bytes.
  [[nodiscard]] std::string_view next_part(std::size_t most) const noexcept {
    const std::string_view constant = response.constant_body;
    if (produced < constant.size()) return constant.substr(produced, most);
    return std::string_view(response.body).substr(produced - constant.size(), most);
  }
};

using Streams = std::list<Stream>;

}  // namespace agent_access::net::h2
