// How a session from a trusted proxy begins where the PROXY protocol is on: with the header that names the client.
#include <span>

#include "net/session.hpp"

namespace agent_access::net {

/// Anybody else who sends such a header sends a malformed request.
bool Session::expects_introduction() const noexcept {
  return resources_.proxied != nullptr && resources_.trusted->contains(peer_);
}

void Session::begin_introduction() {
  phase_ = Phase::introduction;
  deadline_ = first_head_due();
}

/// Takes the header from the socket and not one byte more: what follows may be a TLS handshake. Faults get no answer: a
/// proxy that speaks otherwise than we were told would not know what to do with one.
void Session::read_introduction() {
  for (;;) {
    const std::size_t have = introduction_.size();
    introduction_.resize(have + proxy_header_wants(introduction_));
    const IoResult moved = receive(channel_.descriptor(), std::span(introduction_).subspan(have));
    introduction_.resize(have + moved.count);
    if (moved.io == Io::wants_read) return;
    if (moved.io != Io::done) return close();
    const auto header = parse_proxy_header(introduction_);
    if (!header) return close();
    if (*header) return introduced(**header);
  }
}

/// From here on the client is the peer, for its caps, for the handler and in the log.
void Session::introduced(const ProxyHeader& header) {
  introduction_ = {};
  phase_ = Phase::idle;
  idle_since_ = now_;
  held_.release();  // counted anew, as the client's
  if (!header.source) return begin();
  const auto moved = resources_.proxied->try_move(place_, header.source->address);
  if (moved) {
    peer_ = header.source->address;
    peer_text_ = peer_.to_text();
    return begin();
  }
  resources_.observer.connection_refused(moved.error());
  if (channel_.is_tls()) return close();  // words would need a handshake
  resources_.head.reset();
  request_started_ = now_;
  refuse(http::RequestError::server_full);
  if (flush()) go_on();
}

}  // namespace agent_access::net
