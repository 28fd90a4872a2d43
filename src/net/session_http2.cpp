// HTTP/2 in a session: moves bytes between its channel and an H2Connection, which does the rest.
#include <algorithm>
#include <array>

#include "net/session.hpp"

namespace agent_access::net {
namespace {

/// After this many bytes other connections of the worker have their turn.
constexpr std::size_t kMostAtOnce = 256 * kKibibyte;

}  // namespace

void Session::begin_http2() {
  bound_unsent_bytes(channel_.descriptor());
  http2_ = std::make_unique<H2Connection>(resources_, peer_, channel_.answer_fields(), now_);
  http2_->await_preface_since(accepted_);
  phase_ = Phase::http2;
  deadline_ = now_;  // called at every tick: an HTTP/2 connection has its own deadlines
  resources_.observer.http2_began();
  if (resources_.stopping) http2_->drain(now_);
  go_on_http2();
}

/// After any event: passes on received bytes, sends pending bytes, and waits for the next event.
void Session::go_on_http2() {
  bool has_more = false;
  do {
    if (!buffer_.unread().empty() && http2_->wants_bytes()) {
      http2_->receive(buffer_.unread(), now_);
      buffer_.clear();
    }
    if (!flush_http2()) return close();
    has_more = !buffer_.unread().empty() && http2_->wants_bytes();  // unread bytes waited for room in the output
  } while (has_more);
  const bool is_pending = !http2_->pending().empty();
  if (http2_->is_finished()) return is_pending ? close() : begin_lingering();
  if (http2_->wants_bytes()) return want(is_pending ? Interest::both : Interest::readable);
  want(is_pending ? Interest::writable : Interest::nothing);
}

void Session::drain_http2(SteadyTime now) noexcept {
  now_ = now;
  run([this] {
    http2_->drain(now_);
    go_on_http2();
  });
}

/// Sends what is pending, as far as the socket accepts it, but not without end to a peer that reads fast. False when
/// the connection is broken.
bool Session::flush_http2() {
  std::size_t total = 0;
  for (auto parts = http2_->pending(); !parts.empty() && !is_blocked_; parts = http2_->pending()) {
    if (total >= kMostAtOnce) return true;
    std::array<iovec, h2::Output::kMostParts> pieces;
    std::ranges::transform(parts, pieces.begin(),
                           [](std::string_view part) { return iovec{const_cast<char*>(part.data()), part.size()}; });
    const IoResult moved = channel_.write({pieces.data(), parts.size()});
    is_blocked_ = moved.io == Io::wants_write;
    if (is_blocked_) return true;
    // There is no renegotiation, so that TLS never needs to read before it can write.
    if (moved.io != Io::done) return false;
    now_ = SteadyClock::now();  // so that durations include the time since the start of the event
    http2_->sent(moved.count, now_);
    total += moved.count;
  }
  return true;
}

}  // namespace agent_access::net
