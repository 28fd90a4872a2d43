// How a session starts: the TLS handshake with its deadline and caps.
#include <algorithm>
#include <utility>

#include "net/session.hpp"

namespace agent_access::net {

using http::Handshake;

void Session::begin() {
  if (channel_.is_tls()) return begin_handshake();
  await_bytes();
}

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
  continue_handshake();
}

void Session::continue_handshake() {
  const Io io = channel_.handshake();
  if (io == Io::wants_read) return want(Interest::readable);
  if (io == Io::wants_write) return want(Interest::writable);
  handshake_done(io);
}

void Session::handshake_done(Io io) {
  if (io == Io::done) {
    end_handshake(channel_.is_resumed() ? Handshake::resumed : Handshake::full);
    return await_bytes();
  }
  if (io != Io::plain_http) return close();
  // A client that sent HTTP to the TLS port gets a response in plaintext HTTP.
  end_handshake(Handshake::failed);
  request_started_ = now_;
  refuse_without_head(http::RequestError::malformed_request);
  if (flush()) go_on();
}

void Session::end_handshake(Handshake outcome) noexcept {
  phase_ = Phase::idle;
  handshake_.release();
  resources_.observer.handshake_ended(outcome, peer_text_);
}

}  // namespace agent_access::net
