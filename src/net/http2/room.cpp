// The memory that is held for an HTTP/2 connection, and how it ends to make room.
#include "net/http2/callbacks.hpp"
#include "net/http2/connection.hpp"

namespace agent_access::net {

std::size_t H2Connection::held_bytes() const noexcept {
  constexpr std::size_t kLinks = 2 * sizeof(void*);  // of a list
  std::size_t bytes = sizeof *this + library_.bytes() + output_.held_bytes();
  for (const h2::Stream& stream : streams_) bytes += sizeof stream + kLinks + stream.held_bytes();
  return bytes;
}

/// "REFUSED_STREAM [...] Any request that was sent on the reset stream can be safely retried" (RFC 9113 section 8.7).
void H2Connection::shed(SteadyTime now) {
  if (is_ended_ || given_up_) return;
  now_ = now;
  shed_ = true;
  for (const h2::Stream& stream : streams_) {
    const bool is_answered = stream.phase == h2::Stream::Phase::answering;
    if (!stream.closed && !is_answered) reset(stream.id, NGHTTP2_REFUSED_STREAM);
  }
  end_now();
  pull();
}

}  // namespace agent_access::net
