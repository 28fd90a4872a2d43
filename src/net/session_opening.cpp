// How a session starts: the PROXY header of a trusted proxy, if the PROXY protocol is on; the TLS handshake with its
// deadline and caps.
#include <algorithm>
#include <span>
#include <utility>

#include "net/session.hpp"

namespace agent_access::net {

using http::Handshake;

void Session::begin() {
  if (channel_.is_tls()) return begin_handshake();
  await_bytes();
}

/// From any other peer such a header is a malformed request.
bool Session::expects_proxy_header() const noexcept {
  return resources_.proxied != nullptr && resources_.trusted->contains(peer_);
}

void Session::begin_proxy_header() {
  phase_ = Phase::proxy_header;
  deadline_ = first_head_due();
}

/// Reads the header from the socket and nothing beyond it: a TLS handshake may follow. A malformed header gets no
/// response: the proxy is not configured for this protocol and would not understand one.
void Session::read_proxy_header() {
  for (;;) {
    const std::size_t have = proxy_header_.size();
    proxy_header_.resize(have + proxy_header_wants(proxy_header_));
    const IoResult moved = receive(channel_.descriptor(), std::span(proxy_header_).subspan(have));
    proxy_header_.resize(have + moved.count);
    if (moved.io == Io::wants_read) return;
    if (moved.io != Io::done) return close();
    const auto header = parse_proxy_header(proxy_header_);
    if (!header) return close();
    if (*header) return apply_proxy_header(**header);
  }
}

/// From here on the client is the peer: for caps, for the handler and in the log.
void Session::apply_proxy_header(const ProxyHeader& header) {
  proxy_header_ = {};
  phase_ = Phase::idle;
  idle_since_ = now_;
  held_.release();  // counted again for the client's networks
  if (!header.source) return begin();
  const auto moved = resources_.proxied->try_move(place_, header.source->address);
  if (moved) {
    peer_ = header.source->address;
    peer_text_ = peer_.to_text();
    return begin();
  }
  resources_.observer.connection_refused(moved.error());
  if (channel_.is_tls()) return close();  // a response would need a handshake
  request_started_ = now_;
  refuse_without_head(http::RequestError::server_full);
  if (flush()) go_on();
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
