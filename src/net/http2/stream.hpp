/// \file
/// One HTTP/2 stream of a connection: the request while it arrives, then the answer until its last byte was taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ip_address.hpp"
#include "http/handler.hpp"
#include "http/message.hpp"
#include "net/exchange/request_id.hpp"
#include "net/http2/request.hpp"
#include "net/io/steady_time.hpp"

namespace agent_access::net::h2 {

/// As in HTTP/1.1: slow readers of large answers are fine, stalling is not. A deadline moves with so many bytes: half
/// of a frame, since readers open their windows frame by frame.
inline constexpr std::size_t kWriteProgress = std::size_t{8} * 1024;

/// Its address must not change: the library and the output point to it.
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
  /// Whose request it is, where a trusted proxy says so; nothing for what is no request.
  std::optional<base::IpAddress> client;

  http::Response response;
  RequestId request_id{};
  http::Method method = http::Method::other;
  std::string path;  ///< without the query; empty when the bytes were no request
  std::size_t body_size = 0;
  std::size_t produced = 0;  ///< bytes of the body that are framed
  std::size_t queued = 0;    ///< bytes of the body that wait in the output
  std::size_t unread = 0;    ///< bytes that are framed and for which the peer has not opened the window again

  SteadyTime started;             ///< the first byte of the request was read
  SteadyTime deadline;            ///< of the body; then of the answer's next bytes
  std::size_t progress_mark = 0;  ///< `produced` when the deadline was last set
  std::size_t flow_mark = 0;      ///< what the connection had framed then
  bool remote_ended = false;
  bool complete = false;  ///< the answer's last frame is in the output
  bool closed = false;    ///< the library has forgotten it

  /// Memory that request and answer take beside this object; what the answer shares does not count.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return (head ? head->allocated_bytes() : 0) + body.capacity() + path.capacity() + response.body.capacity() +
           response.fields.capacity();
  }
  /// The part of the body from `produced` on that lies in one piece, at most `most` bytes.
  [[nodiscard]] std::string_view next_part(std::size_t most) const noexcept {
    const std::string_view constant = response.constant_body;
    if (produced < constant.size()) return constant.substr(produced, most);
    return std::string_view(response.body).substr(produced - constant.size(), most);
  }
};

using Streams = std::list<Stream>;

}  // namespace agent_access::net::h2
