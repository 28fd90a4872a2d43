// How a session over TLS begins: the handshake under its deadline and caps, and what follows from it.
#include <algorithm>
#include <utility>

#include "net/session.hpp"

namespace agent_access::net {

using http::Handshake;

/// Beyond the caps a connection is closed unheard: a handshake costs us far more than the peer, a refusal nothing.
void Session::begin_handshake() {
  auto place = resources_.handshakes->try_add(peer_);
  if (!place) {
    resources_.observer.handshake_ended(Handshake::refused, peer_text_);
    return close();
  }
  handshake_ = std::move(*place);
  phase_ = Phase::handshake;
  deadline_ = std::min(now_ + resources_.limits.handshake_deadline, first_head_due());
  shake_hands();
}

void Session::shake_hands() {
  const Io io = channel_.handshake();
  if (io == Io::wants_read) return want(Interest::readable);
  if (io == Io::wants_write) return want(Interest::writable);
  on_shaken(io);
}

/// ALPN has chosen what is spoken from here on. The context names only what a session speaks.
void Session::on_shaken(Io io) {
  if (io == Io::done) {
    end_handshake(channel_.is_resumed() ? Handshake::resumed : Handshake::full);
    return channel_.protocol() == Protocol::http2 ? begin_http2() : await_bytes();
  }
  if (io != Io::plain_http) return close();
  // A client on the wrong port is told in the words that it speaks.
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
