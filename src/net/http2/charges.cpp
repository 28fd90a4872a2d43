// Who pays for what a stream of an HTTP/2 connection costs. A client of its own connection pays with the connection. On
// a connection that a trusted proxy shares among its clients, the client that the proxy names pays, and is refused when
// it has nothing left. What nobody is named for (a request whose head is broken, a proxy that names nobody) is the
// connection's; then it ends without cutting a single answer, because others share it.
#include "net/http2/callbacks.hpp"
#include "net/http2/connection.hpp"

namespace agent_access::net {

using h2::Stream;

/// `stream` is null when the peer speaks of one that is over or was never opened.
void H2Connection::charge(const Stream* stream, std::uint32_t cost, Fault fault) {
  if (stream != nullptr && stream->client) return resources_.client_budgets->charge(*stream->client, cost, now_);
  if (guard_.charge(cost)) return;
  if (is_shared_ || fault == Fault::stall) return leave();
  abused_ = true;
}

/// The price of a frame, before it is looked at. False: the connection must end now.
bool H2Connection::bear(const h2::FrameHeader& frame, std::uint32_t price) {
  const auto id = static_cast<std::int32_t>(frame.stream);
  auto* const stream = static_cast<Stream*>(nghttp2_session_get_stream_user_data(session_.get(), id));
  // The proxy does not know yet that the stream is over; the guard bounds how often that can be.
  if (is_shared_ && stream == nullptr) return true;
  charge(stream, price);
  // Whoever sent crumbs until nothing was left could go on on this stream.
  const bool is_upload = frame.type == h2::kData && stream != nullptr && stream->phase == Stream::Phase::body;
  const bool is_over = is_upload && (is_refused(*stream) || (!stream->client && end_code_ != NGHTTP2_NO_ERROR));
  if (is_over) refuse(*stream, http::RequestError::client_refused);
  return !abused_;
}

/// Ends for too many faults, while the streams in flight finish, and on a shared connection those on their way, too.
void H2Connection::leave() {
  if (end_code_ != NGHTTP2_NO_ERROR || condemned_) return;
  end_code_ = NGHTTP2_ENHANCE_YOUR_CALM;
  resources_.observer.http2_abused(peer_text_);
  if (draining_) return;
  is_shared_ ? drain(now_) : end_now();
}

bool H2Connection::is_refused(const Stream& stream) const noexcept {
  return stream.client && resources_.client_budgets->refuses(*stream.client, now_);
}

/// Bytes of all requests of the same client that are not complete.
std::size_t H2Connection::held_by_client_of(const Stream& stream) const noexcept {
  std::size_t held = 0;
  for (const Stream& other : streams_) held += other.client == stream.client ? other.held : 0;
  return held;
}

}  // namespace agent_access::net
