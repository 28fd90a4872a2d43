// Which budget is charged for a stream of an HTTP/2 connection. For a client with its own connection it is that of the
// connection. On a connection that a trusted proxy shares among its clients it is that of the client that the proxy
// names, which is refused when its budget is used up. Costs without a named client (a malformed head, a proxy that
// names no client) are charged to the connection; it then ends after completing every response, because others share
// it.
#include "net/http2/callbacks.hpp"
#include "net/http2/connection.hpp"

namespace agent_access::net {

using h2::Stream;

/// `stream` is null for a frame on a stream that has ended or was never opened.
void H2Connection::charge(const Stream* stream, std::uint32_t cost, Fault fault) {
  if (stream != nullptr && stream->client) return resources_.client_budgets->charge(*stream->client, cost, now_);
  if (guard_.charge(cost)) return;
  if (is_shared_ || fault == Fault::stall) return end_for_abuse();
  abused_ = true;
}

/// Charges the price of a frame, before it is processed. False: the connection must end now.
bool H2Connection::charge_frame(const h2::FrameHeader& frame, std::uint32_t price) {
  const auto id = static_cast<std::int32_t>(frame.stream);
  auto* const stream = static_cast<Stream*>(nghttp2_session_get_stream_user_data(session_.get(), id));
  // The proxy does not know yet that the stream has ended; the guard limits how often this may happen.
  if (is_shared_ && stream == nullptr) return true;
  charge(stream, price);
  // Without this, a client that used up its budget with tiny DATA frames could continue on this stream.
  const bool is_upload = frame.type == h2::kData && stream != nullptr && stream->phase == Stream::Phase::body;
  const bool is_over = is_upload && (is_refused(*stream) || (!stream->client && end_code_ != NGHTTP2_NO_ERROR));
  if (is_over) refuse(*stream, http::RequestError::client_refused);
  return !abused_;
}

/// Ends the connection for too many faults. Open streams complete; on a shared connection new ones are accepted during
/// the drain, too.
void H2Connection::end_for_abuse() {
  if (end_code_ != NGHTTP2_NO_ERROR || is_ended_) return;
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
