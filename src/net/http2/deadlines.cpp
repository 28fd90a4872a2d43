// What time ends on an HTTP/2 connection.
//
// A reader is judged by the whole connection. A slow one that downloads much at once moves each stream little, and
// opens windows only when it has read a part of them; so a stream is given up only
// - when no body has moved for the write deadline, though some wait for a window, or
// - when its own window stays closed while each of the others got more than a window's worth on the average, for the
//   write deadline, in which pauses of the whole connection do not count.
// A stream that waits for the socket is never at fault: the connection's write deadline is (sent()).
#include <algorithm>
#include <utility>

#include "net/http2/callbacks.hpp"
#include "net/http2/connection.hpp"

namespace agent_access::net {
namespace {

using h2::Stream;

/// What a peer that announces nothing lets us send before it must have read. One write deadline is for reading it.
constexpr std::size_t kWindow = 65'536;
/// Larger windows are given more time in proportion, up to this many write deadlines. A trusted proxy always has that
/// much: it holds bytes for each of its clients, and takes no more before the slowest of them has read.
constexpr std::size_t kMostPatience = 10;
/// Bodies that do not move for longer than this part of the write deadline stand still.
constexpr int kPausePart = 4;

}  // namespace

void H2Connection::tick(SteadyTime now) {
  now_ = now;
  const Limits& limits = resources_.limits;
  const auto more_time = (is_shared_ ? kMostPatience - 1 : 0) * limits.write_deadline;
  if (!output_.empty() && now_ >= write_deadline_ + more_time) given_up_ = true;
  if (condemned_ || given_up_) return;
  if (message_since_ && now_ >= *message_since_ + limits.header_deadline) return condemn(NGHTTP2_ENHANCE_YOUR_CALM);
  tick_streams();
  if (last_goaway_at_ && now_ >= *last_goaway_at_) end_now();
  // A request may be on its way: it is taken, as in any drain.
  if (streams_.empty() && now_ >= idle_since_ + limits.idle_deadline) drain(now_);
  pull();
}

void H2Connection::tick_streams() {
  note_flow();
  for (Stream& stream : streams_) {
    if (stream.closed || now_ < stream.deadline) continue;
    if (stream.phase == Stream::Phase::body) {
      refuse(stream, http::RequestError::body_timeout);
    } else if (stream.phase == Stream::Phase::answering && is_stalled(stream)) {
      stream.deadline = now_ + resources_.limits.write_deadline;
      // Where nothing at all moves, a proxy may have stopped reading for another's sake.
      if (!is_shared_ || is_flowing()) charge(&stream, h2::Guard::kStallCost, Fault::stall);
      reset(stream.id, NGHTTP2_CANCEL);
    }
  }
}

/// Notes which bodies have moved since the last tick.
void H2Connection::note_flow() noexcept {
  bool is_waiting = false;
  for (Stream& stream : streams_) {
    if (stream.closed || stream.phase != Stream::Phase::answering) continue;
    is_waiting = is_waiting || stream.produced < stream.body_size;
    if (stream.produced - stream.progress_mark < h2::kWriteProgress) continue;
    stream.progress_mark = stream.produced;
    stream.flow_mark = framed_bytes_;
    stream.deadline = now_ + resources_.limits.write_deadline;
  }
  if (is_waiting && framed_bytes_ - flow_mark_ < h2::kWriteProgress) return;
  flow_mark_ = framed_bytes_;
  const auto pause = now_ - std::exchange(flowed_at_, now_);
  if (pause <= resources_.limits.write_deadline / kPausePart) return;
  // A peer that reads its streams one after the other has not come to all of them: nothing of the pause counts.
  for (Stream& stream : streams_) {
    if (stream.phase == Stream::Phase::answering) stream.deadline += pause;
  }
}

/// Bodies have moved within the write deadline. What the peer holds and has not read comes first.
bool H2Connection::is_flowing() const noexcept {
  std::size_t unread = 0;
  for (const Stream& stream : streams_) unread += stream.closed ? 0 : stream.unread;
  const std::size_t windows = is_shared_ ? kMostPatience : std::clamp<std::size_t>(unread / kWindow, 1, kMostPatience);
  return now_ < flowed_at_ + windows * resources_.limits.write_deadline;
}

/// Of an answer whose deadline has passed.
bool H2Connection::is_stalled(const Stream& stream) const noexcept {
  if (stream.complete || stream.queued > 0) return false;
  const bool own_window_is_open = nghttp2_session_get_stream_remote_window_size(session_.get(), stream.id) > 0;
  const bool connection_is_open = nghttp2_session_get_remote_window_size(session_.get()) > 0;
  if (own_window_is_open && connection_is_open) return false;  // it waits for the socket
  if (!is_flowing()) return true;
  if (own_window_is_open) return false;
  const auto answering = static_cast<std::size_t>(std::ranges::count_if(
      streams_, [](const Stream& other) { return !other.closed && other.phase == Stream::Phase::answering; }));
  return (framed_bytes_ - stream.flow_mark) / answering >= std::max(kWindow, stream.unread);
}

}  // namespace agent_access::net
