#include "net/session.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace agent_access::net {
namespace {

using http::RequestError;

/// How long, and how much, is read after the last answer: a connection closed with unread bytes is reset, and the reset
/// may overtake the answer (RFC 9112 section 9.6).
constexpr std::chrono::milliseconds kLinger{1'000};
constexpr std::size_t kLingerBytes = 64 * kKibibyte;
/// The write deadline is moved when the peer has acknowledged this much since it was set: slow readers of large answers
/// are fine, stalling is not.
constexpr std::int64_t kWriteProgress = std::int64_t{16} * 1024;

/// Room for what follows the data of the largest chunked body.
constexpr std::size_t kChunkRoom = 64;

std::size_t largest_request(const Limits& limits) noexcept {
  return limits.request_line + limits.header_block + limits.body + 4 + kChunkRoom;
}

}  // namespace

Session::Session(Descriptor socket, ConnectionCounts::Place place, const base::IpAddress& peer, EventLoop& loop,
                 WorkerResources& resources, SessionOwner& owner)
    : channel_(std::move(socket), resources.tls),
      watch_(loop, *this),
      resources_(resources),
      owner_(owner),
      place_(std::move(place)),
      held_(*resources.memory, place_),
      peer_(peer),
      peer_text_(peer.to_text()),
      buffer_(largest_request(resources.limits)) {}

bool Session::start(Sessions::iterator self, SteadyTime now) {
  if (!watch_.want(channel_.descriptor(), Interest::readable)) return false;
  self_ = self;
  now_ = idle_since_ = accepted_ = now;
  resources_.observer.connection_opened();
  run([this] { expects_introduction() ? begin_introduction() : begin(); });
  return true;
}

void Session::begin() {
  if (channel_.is_tls()) return begin_handshake();
  undecided_ = resources_.http2_prior_knowledge;
  await_bytes();
}

/// A kernel that refuses to tell would leave the connection to its deadline.
void Session::want(Interest interest) {
  if (!watch_.want(channel_.descriptor(), interest)) close();
}

void Session::on_ready(Interest ready, SteadyTime now) noexcept {
  now_ = now;
  run([this, ready] { step(ready); });
}

void Session::step(Interest ready) {
  if (!watch_.wants(Interest::both)) return close();  // only a broken socket tells unasked
  switch (phase_) {
    case Phase::introduction:
      return read_introduction();
    case Phase::handshake:
      return shake_hands();
    case Phase::writing:
      return flush() ? go_on() : void();
    case Phase::http2:
      if (includes(ready, Interest::writable)) is_blocked_ = false;
      return http2_->wants_bytes() && includes(ready, Interest::readable) ? read() : go_on_http2();
    default:
      return read();
  }
}

/// The rest of a TLS record is here already; the socket would not tell.
void Session::read_decrypted() {
  while (phase_ != Phase::closed && watch_.wants(Interest::readable) && channel_.has_decrypted()) read();
}

/// Reads once: the loop tells again of what is left.
void Session::read() {
  const IoResult moved = channel_.read(buffer_.room());
  if (moved.io == Io::done) return received(moved.count);
  if (moved.io != Io::wants_read && moved.io != Io::wants_write) return close();
  if (phase_ == Phase::http2) return go_on_http2();  // whose next write moves what a read waits for
  want(moved.io == Io::wants_read ? Interest::readable : Interest::writable);
}

void Session::received(std::size_t count) {
  if (phase_ == Phase::lingering) return discard(count);
  buffer_.received(count);
  if (phase_ == Phase::http2) return go_on_http2();
  if (phase_ == Phase::idle) request_started_ = now_;
  if (undecided_ && !decide_protocol()) return;
  serve();
}

/// After everything in the outbox was sent.
void Session::go_on() {
  if (ending_) return begin_lingering();
  // Flushing may have been interrupted with complete requests still in the buffer.
  const bool more = phase_ == Phase::writing && !buffer_.unread().empty();
  if (more) {
    phase_ = Phase::head;
    request_started_ = now_;
    return serve();
  }
  if (expected_ != 0 && !promise_continue()) return close();
  await_bytes();
}

/// Sets the phase by what is in the buffer, with its deadline, and reads on.
void Session::await_bytes() {
  const Limits& limits = resources_.limits;
  if (expected_ != 0) {
    if (phase_ != Phase::body) deadline_ = now_ + limits.body_deadline;
    phase_ = Phase::body;
  } else if (!buffer_.unread().empty()) {
    deadline_ = answered_ == 0 ? first_head_due() : request_started_ + limits.header_deadline;
    phase_ = Phase::head;
  } else {
    idle_since_ = now_;
    deadline_ = answered_ == 0 ? first_head_due() : now_ + limits.idle_deadline;
    if (resources_.stopping) deadline_ = std::min(deadline_, now_ + kIdleGrace);
    phase_ = Phase::idle;
  }
  want(Interest::readable);
}

/// True when everything is sent. Otherwise the session waits until the peer reads, or is closed.
bool Session::flush() {
  if (outbox().empty()) return true;
  const Outbox::Sent sent = outbox().send(channel_);
  if (sent == Outbox::Sent::blocked) {
    if (!blocked_) {
      blocked_ = std::make_unique<Outbox>();
      std::swap(*blocked_, resources_.outbox);
    }
    if (phase_ != Phase::writing) {
      deadline_ = now_ + resources_.limits.write_deadline;
      acknowledged_ = acknowledged();
    }
    phase_ = Phase::writing;
    want(Interest::writable);
    return false;
  }
  outbox().finish(peer_text_, resources_.observer, SteadyClock::now());
  blocked_.reset();
  if (sent == Outbox::Sent::failed) close();
  return sent == Outbox::Sent::all;
}

/// Bytes of the blocked outbox that the peer has acknowledged, also when the socket is not yet writable again: a kernel
/// buffer of megabytes takes a slow reader minutes. Bytes sent before it may make the number negative at first.
std::int64_t Session::acknowledged() noexcept {
  int unacknowledged = 0;
  ::ioctl(channel_.descriptor(), SIOCOUTQ, &unacknowledged);
  return static_cast<std::int64_t>(outbox().sent_bytes()) - unacknowledged;
}

/// True, with the deadline moved, when the peer has read enough since it was set.
bool Session::is_reading_peer() noexcept {
  const std::int64_t total = acknowledged();
  if (total - acknowledged_ < kWriteProgress) return false;
  acknowledged_ = total;
  deadline_ = now_ + resources_.limits.write_deadline;
  return true;
}

void Session::begin_lingering() {
  channel_.shutdown_send();
  phase_ = Phase::lingering;
  deadline_ = now_ + kLinger;
  buffer_.clear();
  http2_.reset();
  give_back_buffers();
  want(Interest::readable);
}

/// A close with bytes unread resets the connection, and a client that is still sending would never read its answer. So
/// reading stops here, and the close waits for the client's or for the deadline.
void Session::discard(std::size_t count) {
  discarded_ += count;
  if (discarded_ > kLingerBytes) want(Interest::nothing);
}

void Session::tick(SteadyTime now) noexcept {
  const bool is_rested = phase_ == Phase::idle && now >= idle_since_ + kIdleGrace;
  if (is_rested && buffer_.capacity() != 0) give_back_buffers();
  if (now < deadline_) return;
  now_ = now;
  run([this] {
    if (phase_ == Phase::http2) {
      http2_->tick(now_);
      if (http2_->is_idle() && buffer_.capacity() != 0) give_back_buffers();
      return go_on_http2();
    }
    if (phase_ == Phase::writing && is_reading_peer()) return;
    if (phase_ == Phase::handshake) end_handshake(http::Handshake::timed_out);
    if (phase_ != Phase::head && phase_ != Phase::body) return close();
    if (phase_ == Phase::body) {
      refuse_body(RequestError::body_timeout);
    } else {
      resources_.head.reset();  // of another connection by now
      refuse(RequestError::header_timeout);
    }
    if (flush()) go_on();
  });
}

void Session::drain(SteadyTime now) noexcept {
  if (phase_ == Phase::http2) return drain_http2(now);
  if (phase_ != Phase::idle) return;
  deadline_ = std::min(deadline_, idle_since_ + kIdleGrace);
  tick(now);
}

void Session::abort() noexcept {
  run([this] { close(); });
}

void Session::close() noexcept {
  if (phase_ == Phase::closed) return;
  if (phase_ == Phase::handshake) end_handshake(http::Handshake::failed);
  phase_ = Phase::closed;
  watch_.end(channel_.descriptor());
  channel_.close();
  if (blocked_) blocked_->finish(peer_text_, resources_.observer, SteadyClock::now());
  http2_.reset();  // tells of the answers that were given up
  resources_.observer.connection_closed();
  held_.release();
  place_.release();
}

}  // namespace agent_access::net
