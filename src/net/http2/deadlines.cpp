// The deadlines of an HTTP/2 connection.
//
// Progress is measured for the whole connection. A slow reader with many downloads makes little progress on each stream
// and opens windows only after it has read a part of them. So a stream is reset only
// - when no body made progress for the write deadline, though some wait for a window, or
// - when its own window stays closed while each of the others sent more than a window on average, for the write
//   deadline, in which pauses of the whole connection do not count.
// A stream that waits for the socket is not reset: the write deadline of the connection covers it (sent()).
#include <algorithm>
#include <utility>

#include "net/http2/callbacks.hpp"
#include "net/http2/connection.hpp"

namespace agent_access::net {
namespace {

using h2::Stream;

/// The default window of RFC 9113. A peer has one write deadline to read it.
constexpr std::size_t kWindow = 65'536;
/// Larger windows get more time in proportion, up to this many write deadlines.
constexpr std::size_t kMostPatience = 10;
/// A pause is a time of more than a quarter of the write deadline without progress.
constexpr int kPausePart = 4;

}  // namespace

void H2Connection::tick(SteadyTime now) {
  now_ = now;
  const Limits& limits = resources_.limits;
  if (!output_.empty() && now_ >= write_deadline_) given_up_ = true;
  if (is_ended_ || given_up_) return;
  if (message_since_ && now_ >= *message_since_ + limits.header_deadline) return end_at_once(NGHTTP2_ENHANCE_YOUR_CALM);
  tick_streams();
  if (last_goaway_at_ && now_ >= *last_goaway_at_) end_now();
  // A request that is on its way is still accepted, as in any drain.
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
      if (!guard_.charge(h2::Guard::kStallCost)) end_for_stalls();
      reset(stream.id, NGHTTP2_CANCEL);
    }
  }
}

/// Open streams complete, as the peer reads some of them.
void H2Connection::end_for_stalls() {
  if (end_code_ != NGHTTP2_NO_ERROR) return;
  end_code_ = NGHTTP2_ENHANCE_YOUR_CALM;
  resources_.observer.http2_abused(peer_text_);
  if (!draining_) end_now();
}

/// Records which bodies made progress since the last tick.
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
  // A peer that reads its streams one after the other has not reached all of them: the pause does not count.
  for (Stream& stream : streams_) {
    if (stream.phase == Stream::Phase::answering) stream.deadline += pause;
  }
}

/// Bodies made progress within the write deadline, which is longer while the peer still has unread windows.
bool H2Connection::is_flowing() const noexcept {
  std::size_t unread = 0;
  for (const Stream& stream : streams_) unread += stream.closed ? 0 : stream.unread;
  const auto windows = std::clamp<std::size_t>(unread / kWindow, 1, kMostPatience);
  return now_ < flowed_at_ + windows * resources_.limits.write_deadline;
}

/// Precondition: the deadline of the response has passed.
bool H2Connection::is_stalled(const Stream& stream) const noexcept {
  if (stream.complete || stream.queued > 0) return false;
  const bool own_window_is_open = nghttp2_session_get_stream_remote_window_size(session_.get(), stream.id) > 0;
  const bool connection_is_open = nghttp2_session_get_remote_window_size(session_.get()) > 0;
  if (own_window_is_open && connection_is_open) return false;  // it waits for the socket
  if (!is_flowing()) return true;
  if (own_window_is_open) return false;
  const auto others = std::ranges::count_if(streams_, [&stream](const Stream& other) {
    return &other != &stream && !other.closed && other.phase == Stream::Phase::answering;
  });
  const auto answering = static_cast<std::size_t>(others) + 1;
  return (framed_bytes_ - stream.flow_mark) / answering >= std::max(kWindow, stream.unread);
}

}  // namespace agent_access::net
