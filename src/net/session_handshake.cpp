// The TLS handshake of a session, its deadline and its caps.
#include <algorithm>
#include <utility>

#include "net/session.hpp"

namespace agent_access::net {

using http::Handshake;

/// Beyond the caps a connection is closed before the handshake, which costs the server far more than the peer.
void Session::begin_handshake() {
  auto place = resources_.handshakes->try_add(peer_);
  if (!place) {
    resources_.observer.handshake_ended(Handshake::refused, peer_text_);
    return close();
  }
  handshake_ = std::move(*place);
  phase_ = Phase::handshake;
  deadline_ = std::min(now_ + resources_.limits.handshake_deadline, first_head_due());
  // The clients of a proxy would share an HTTP/2 connection (decision 0016).
  if (!resources_.is_trusted(peer_)) channel_.offer_http2();
  continue_handshake();
}

void Session::continue_handshake() {
  const Io io = channel_.handshake();
  if (io == Io::wants_read) return want(Interest::readable);
  if (io == Io::wants_write) return want(Interest::writable);
  handshake_done(io);
}

/// Continues with the protocol that ALPN selected.
void Session::handshake_done(Io io) {
  if (io == Io::done) {
    end_handshake(channel_.is_resumed() ? Handshake::resumed : Handshake::full);
    return channel_.protocol() == Protocol::http2 ? begin_http2() : await_bytes();
  }
  if (io != Io::plain_http) return close();
  // A client that sent HTTP to the TLS port gets a response in plaintext HTTP.
  end_handshake(Handshake::failed);
  resources_.head.reset();
  request_started_ = now_;
  refuse(http::RequestError::malformed_request);
  if (flush()) go_on();
}

void Session::end_handshake(Handshake outcome) noexcept {
  phase_ = Phase::idle;
  handshake_.release();
  resources_.observer.handshake_ended(outcome, peer_text_);
}

}  // namespace agent_access::net
