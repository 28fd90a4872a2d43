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

/// How long, and how much, is read after the last response: a connection closed with unread bytes is reset, and the
/// client may then not receive the response (RFC 9112 section 9.6).
constexpr std::chrono::milliseconds kLinger{1'000};
constexpr std::size_t kLingerBytes = 64 * kKibibyte;
/// The write deadline is extended when the peer has acknowledged this much since it was set: a slow reader of a large
/// response is allowed, a stalled one is not.
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
  run([this] { expects_proxy_header() ? begin_proxy_header() : begin(); });
  return true;
}

void Session::begin() {
  if (channel_.is_tls()) return begin_handshake();
  await_bytes();
}

/// Closes the connection if the kernel refuses: it would only end at its deadline.
void Session::want(Interest interest) {
  if (!watch_.want(channel_.descriptor(), interest)) close();
}

void Session::on_ready(Interest ready, SteadyTime now) noexcept {
  now_ = now;
  run([this, ready] { step(ready); });
}

void Session::step(Interest ready) {
  if (!watch_.wants(Interest::both)) return close();  // an event nobody asked for is a socket error
  switch (phase_) {
    case Phase::proxy_header:
      return read_proxy_header();
    case Phase::handshake:
      return continue_handshake();
    case Phase::writing:
      if (flush()) return go_on();
      if (phase_ == Phase::writing) static_cast<void>(is_reading_peer());
      return;
    case Phase::http2:
      if (includes(ready, Interest::writable)) is_blocked_ = false;
      return http2_->wants_bytes() && includes(ready, Interest::readable) ? read() : go_on_http2();
    default:
      return read();
  }
}

/// Reads the rest of a decrypted TLS record, for which the socket reports no event.
void Session::read_decrypted() {
  while (phase_ != Phase::closed && watch_.wants(Interest::readable) && channel_.has_decrypted()) read();
}

/// Reads once: the loop notifies again if more is left.
void Session::read() {
  const IoResult moved = channel_.read(buffer_.room());
  if (moved.io == Io::done && is_plain_http1()) {
    owner_.has_received(*this);
    received_ = moved.count;
    next_ = Next::handle;
    return;
  }
  if (moved.io == Io::done) return received(moved.count);
  if (moved.io != Io::wants_read && moved.io != Io::wants_write) return close();
  if (phase_ == Phase::http2) return go_on_http2();  // its next write may unblock the read
  want(moved.io == Io::wants_read ? Interest::readable : Interest::writable);
}

/// Over TLS requests are handled at once: the rest of a decrypted record may hold further ones.
bool Session::is_plain_http1() const noexcept {
  return !channel_.is_tls() && (phase_ == Phase::idle || phase_ == Phase::head || phase_ == Phase::body);
}

void Session::received(std::size_t count) {
  if (phase_ == Phase::lingering) return discard(count);
  buffer_.received(count);
  if (phase_ == Phase::http2) return go_on_http2();
  if (phase_ == Phase::idle) request_started_ = now_;
  serve();
}

/// After everything in the outbox was sent.
void Session::go_on() {
  if (ending_) return begin_lingering();
  // The write may have blocked while complete requests were still in the buffer.
  const bool more = phase_ == Phase::writing && !buffer_.unread().empty();
  if (more) {
    phase_ = Phase::head;
    request_started_ = now_;
    return serve();
  }
  if (expected_ != 0 && !promise_continue()) return close();
  await_bytes();
}

/// Sets phase and deadline by the content of the buffer, and continues reading.
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
  const Outbox::Sent result = outbox().send(channel_);
  return sent(result, SteadyClock::now());
}

/// The same, after the outbox was sent with `result`.
bool Session::sent(Outbox::Sent result, SteadyTime now) {
  if (result == Outbox::Sent::blocked) {
    if (!own_outbox_) own_outbox_ = resources_.take_outbox();
    if (phase_ != Phase::writing) {
      deadline_ = now_ + resources_.limits.write_deadline;
      acknowledged_ = acknowledged();
    }
    phase_ = Phase::writing;
    want(Interest::writable);
    return false;
  }
  outbox().finish(peer_text_, resources_.observer, now);
  if (own_outbox_) resources_.give_back(std::move(own_outbox_));
  if (result == Outbox::Sent::failed) close();
  return result == Outbox::Sent::all;
}

void Session::handle_received() noexcept {
  if (next_ != Next::handle) return;
  next_ = Next::event;
  run([this] { received(received_); });
}

void Session::send_responses() noexcept {
  if (next_ == Next::send) sent_ = outbox().send(channel_);
}

void Session::finish_responses(SteadyTime now) noexcept {
  if (next_ != Next::send) return;
  next_ = Next::event;
  run([this, now] {
    if (sent(sent_, now)) go_on();
  });
}

/// Bytes of the unsent outbox that the peer has acknowledged, also before the socket is writable again: a slow reader
/// needs minutes for a kernel buffer of megabytes. Bytes sent earlier may make the number negative at first.
std::int64_t Session::acknowledged() noexcept {
  int unacknowledged = 0;
  ::ioctl(channel_.descriptor(), SIOCOUTQ, &unacknowledged);
  return static_cast<std::int64_t>(outbox().sent_bytes()) - unacknowledged;
}

/// True when the peer has read enough since the deadline was set; extends the deadline.
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

/// A close with unread bytes resets the connection, and a client that is still sending would not receive the response.
/// So the session stops reading here, and closes after the client or at the deadline.
void Session::discard(std::size_t count) {
  discarded_ += count;
  if (discarded_ > kLingerBytes) want(Interest::nothing);
}

void Session::tick(SteadyTime now) noexcept {
  if (next_ != Next::event) return;
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
      resources_.head.reset();  // may be of another connection
      refuse(RequestError::header_timeout);
    }
    if (flush()) go_on();
  });
}

void Session::drain(SteadyTime now) noexcept {
  if (phase_ == Phase::http2) return drain_http2(now);
  if (phase_ != Phase::idle || next_ != Next::event) return;
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
  next_ = Next::event;
  if (own_outbox_) own_outbox_->finish(peer_text_, resources_.observer, SteadyClock::now());
  http2_.reset();  // reports the responses that were not completed
  resources_.observer.connection_closed();
  held_.release();
  place_.release();
}

}  // namespace agent_access::net
