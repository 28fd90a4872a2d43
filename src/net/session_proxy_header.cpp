// The PROXY header with which a connection of a trusted proxy starts, if the PROXY protocol is on.
#include <span>

#include "net/session.hpp"

namespace agent_access::net {

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
  resources_.head.reset();
  request_started_ = now_;
  refuse(http::RequestError::server_full);
  if (flush()) go_on();
}

}  // namespace agent_access::net
