// The memory that is held for a session, and how it closes to make room.
#include <cstddef>

#include "net/session.hpp"

namespace agent_access::net {
namespace {

/// The session object with its links in the list, its networks in the counts and its event in the kernel. Rounded up.
constexpr std::size_t kOwnBytes = sizeof(Session) + 512;
/// A TLS connection of OpenSSL 3: an estimate, since the library cannot be asked. Measured between two requests: 12 KiB
/// resident with HTTP/1.1, 23 KiB with HTTP/2.
constexpr std::size_t kTlsBytes = 20 * kKibibyte;

}  // namespace

std::size_t Session::held_bytes() const noexcept {
  std::size_t bytes = kOwnBytes + buffer_.capacity() + proxy_header_.capacity();
  if (channel_.is_tls()) bytes += kTlsBytes;
  if (own_outbox_ && next_ != Next::send) bytes += own_outbox_->held_bytes();
  if (http2_) bytes += http2_->held_bytes();
  return bytes;
}

void Session::count_memory() noexcept {
  const Excess excess = held_.set(held_bytes());
  if (excess != Excess::none) owner_.exceeded(self_, excess);
}

/// Releases what is kept for the next request, which may not come for long.
void Session::give_back_buffers() noexcept {
  const bool is_smaller = buffer_.release();
  if (http2_) http2_->give_back();
  if (is_smaller) count_memory();
}

/// Responses that are still being sent after a first shed() get kStall before the connection is closed.
bool Session::can_be_shed(SteadyTime now) const noexcept {
  if (next_ != Next::event || phase_ == Phase::lingering || phase_ == Phase::closed) return false;
  return !shed_at_ || now >= *shed_at_ + kStall;
}

ShedCandidate Session::shed_candidate(Uses uses, SteadyTime now) const noexcept {
  ShedCandidate candidate;
  candidate.is_exempt = place_.use(Reach::address) == nullptr;
  candidate.held = held_.bytes();
  if (const NetworkUse* const network = place_.use(Reach::network)) {
    candidate.network_uses = uses == Uses::bytes
                                 ? network->held.load(std::memory_order_relaxed)
                                 : static_cast<std::int64_t>(network->connections.load(std::memory_order_relaxed));
  }
  candidate.is_greedy = uses == Uses::bytes && candidate.held >= kGreedyBytes;
  const bool is_waiting = phase_ == Phase::http2 ? http2_->is_idle() : phase_ == Phase::idle;
  candidate.since = waiting_since();
  if (is_waiting && now >= candidate.since + kIdleGrace) candidate.activity = Activity::idle;
  if (!is_waiting && now >= candidate.since + kStall) candidate.activity = Activity::stalled;
  return candidate;
}

/// Start of the present activity or wait.
SteadyTime Session::waiting_since() const noexcept {
  switch (phase_) {
    case Phase::proxy_header:
    case Phase::handshake:
      return accepted_;
    case Phase::head:
    case Phase::body:
      return request_started_;
    case Phase::writing:
      return deadline_ - resources_.limits.write_deadline;
    case Phase::http2:
      return http2_->is_idle() ? http2_->idle_since() : http2_->moved_at();
    default:
      return idle_since_;
  }
}

bool Session::shed(SteadyTime now) noexcept {
  if (!can_be_shed(now)) return false;
  const bool is_first = !shed_at_;
  shed_at_ = now_ = now;
  run([this, is_first] {
    if (!is_first) return close();
    if (phase_ == Phase::http2) return shed_http2();
    if (phase_ != Phase::head && phase_ != Phase::body) return close();
    resources_.head.reset();  // may be of another connection
    refuse(http::RequestError::server_full);
    return flush() ? go_on() : close();
  });
  return is_first;
}

/// Closes at once if the peer was idle, has stalled, or does not read the GOAWAY.
void Session::shed_http2() {
  const bool is_idle = http2_->is_idle();
  const bool has_moved = now_ < http2_->moved_at() + kStall;
  http2_->shed(now_);
  go_on_http2();
  if (phase_ != Phase::http2 || http2_->pending().empty()) return;
  if (is_idle || !has_moved) close();
}

}  // namespace agent_access::net
