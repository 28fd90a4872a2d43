#include "net/session.hpp"

#include <algorithm>
#include <chrono>

namespace agent_access::net {
namespace {

using http::Handshake;
using http::RequestError;

/// How long, and how much, is read after the last response: a connection closed with unread bytes is reset, and the
/// client may then not receive the response (RFC 9112 section 9.6).
constexpr std::chrono::milliseconds kLinger{1'000};
constexpr std::size_t kLingerBytes = 64 * kKibibyte;

/// A connection without a request rests after this time: the next request may be on its way.
constexpr std::chrono::milliseconds kIdleGrace{500};
/// A normal request takes far less time.
constexpr std::chrono::milliseconds kStall{1'000};

/// The session object with its links in the list, its address in the counts and its event in the kernel. Rounded up.
constexpr std::size_t kOwnBytes = sizeof(Session) + 512;
/// A TLS connection of OpenSSL 3: an estimate, since the library cannot be asked. Measured between requests: 12 KiB.
constexpr std::size_t kTlsBytes = 20 * kKibibyte;

/// Requests that all connections of a turn share: a connection that has sent many waits with the others of them.
constexpr std::size_t kRequestsInTurn = 64;
/// The share of one that has waited.
constexpr std::size_t kRequestsAfterWait = 32;

}  // namespace

Session::Session(Descriptor socket, ConnectionCounts::Admission place, const base::IpAddress& peer, EventLoop& loop,
                 WorkerResources& resources, SessionOwner& owner)
    : channel_(std::move(socket), resources.tls),
      watch_(loop, *this),
      resources_(resources),
      owner_(owner),
      place_(std::move(place)),
      held_(*resources.memory),
      peer_(peer),
      peer_text_(peer.to_text()),
      requests_(resources.limits),
      responses_(resources) {}

bool Session::start(Sessions::iterator self, SteadyTime now) {
  if (!watch_.want(channel_.descriptor(), Interest::readable)) return false;
  self_ = self;
  now_ = idle_since_ = accepted_ = now;
  resources_.observer.connection_opened();
  run([this] { begin(); });
  return true;
}

/// Closes the connection if the kernel refuses: it would only end at its deadline.
void Session::want(Interest interest) {
  if (!watch_.want(channel_.descriptor(), interest)) close();
}

void Session::on_ready(Interest, SteadyTime now) noexcept {
  now_ = now;
  share_ = std::max<std::size_t>(kRequestsInTurn / watch_.loop().ready(), 1);
  run([this] { step(); });
}

/// One request, or what one read returns. False: it was the last one of this turn.
bool Session::take_share() noexcept {
  if (share_ != 0) --share_;
  return share_ != 0;
}

void Session::await_turn() {
  if (is_waiting_) return;
  owner_.waits_for_turn(*this);
  is_waiting_ = true;
  want(Interest::nothing);
}

void Session::resume(SteadyTime now) noexcept {
  if (!std::exchange(is_waiting_, false)) return;
  now_ = now;
  share_ = kRequestsAfterWait;
  run([this] { received(0); });
}

void Session::step() {
  if (!watch_.wants(Interest::both)) return close();  // an event nobody asked for is a socket error
  switch (phase_) {
    case Phase::handshake: return continue_handshake();
    case Phase::writing:
      if (flush()) return go_on();
      if (phase_ == Phase::writing) static_cast<void>(is_reading_peer());
      return;
    default: return read();
  }
}

/// Reads the rest of a decrypted TLS record, for which the socket reports no event.
void Session::read_decrypted() {
  while (phase_ != Phase::closed && watch_.wants(Interest::readable) && channel_.has_decrypted()) {
    if (!take_share()) return await_turn();
    read();
  }
}

/// Reads once: the loop notifies again if more is left. Over TLS requests are handled at once: the rest of a decrypted
/// record may hold further ones.
void Session::read() {
  const IoResult moved = channel_.read(requests_.buffer().room());
  if (moved.io == Io::done && !channel_.is_tls()) {
    owner_.has_received(*this);
    received_ = moved.count;
    next_ = Next::handle;
    return;
  }
  if (moved.io == Io::done) return received(moved.count);
  if (moved.io != Io::wants_read && moved.io != Io::wants_write) return close();
  want(moved.io == Io::wants_read ? Interest::readable : Interest::writable);
}

void Session::received(std::size_t count) {
  if (phase_ == Phase::lingering) return discard(count);
  requests_.buffer().received(count);
  if (phase_ == Phase::idle) request_started_ = now_;
  serve();
}

/// Sets phase and deadline by the content of the buffer, and continues reading.
void Session::await_bytes() {
  const Limits& limits = resources_.limits;
  if (requests_.awaits_body()) {
    if (phase_ != Phase::body) deadline_ = now_ + limits.body_deadline;
    phase_ = Phase::body;
  } else if (!requests_.buffer().unread().empty()) {
    deadline_ = answered_ == 0 ? first_head_due() : request_started_ + limits.header_deadline;
    phase_ = Phase::head;
  } else {
    idle_since_ = now_;
    deadline_ = answered_ == 0 ? first_head_due() : now_ + limits.idle_deadline;
    if (resources_.stopping) deadline_ = std::min(deadline_, now_ + kIdleGrace);
    phase_ = Phase::idle;
  }
  // The buffer may hold a complete request.
  if (share_ == 0 && !requests_.buffer().unread().empty()) return await_turn();
  want(Interest::readable);
}

void Session::begin_lingering() {
  channel_.shutdown_send();
  phase_ = Phase::lingering;
  deadline_ = now_ + kLinger;
  requests_.buffer().clear();
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
  if (next_ != Next::event || is_waiting_) return;
  const bool is_rested = phase_ == Phase::idle && now >= idle_since_ + kIdleGrace;
  if (is_rested && requests_.buffer().capacity() != 0) give_back_buffers();
  if (now < deadline_) return;
  now_ = now;
  run([this] {
    if (phase_ == Phase::writing && is_reading_peer()) return;
    if (phase_ == Phase::handshake) end_handshake(Handshake::timed_out);
    if (phase_ != Phase::head && phase_ != Phase::body) return close();
    if (phase_ == Phase::body) {
      requests_.read_head(resources_.head);  // may be of another connection by now
      refuse(RequestError::body_timeout);
    } else {
      refuse_without_head(RequestError::header_timeout);
    }
    if (flush()) go_on();
  });
}

void Session::drain(SteadyTime now) noexcept {
  if (phase_ != Phase::idle || next_ != Next::event) return;
  deadline_ = std::min(deadline_, idle_since_ + kIdleGrace);
  tick(now);
}

void Session::abort() noexcept {
  run([this] { close(); });
}

void Session::close() noexcept {
  if (phase_ == Phase::closed) return;
  if (phase_ == Phase::handshake) end_handshake(Handshake::failed);
  phase_ = Phase::closed;
  watch_.end(channel_.descriptor());
  channel_.close();
  next_ = Next::event;
  responses_.abandon(peer_text_, SteadyClock::now());
  resources_.observer.connection_closed();
  held_.release();
  place_.release();
}

std::size_t Session::held_bytes() const noexcept {
  std::size_t bytes = kOwnBytes + requests_.buffer().capacity();
  if (channel_.is_tls()) bytes += kTlsBytes;
  return bytes + responses_.held_bytes();
}

/// Between two events, so that responses that are sent at once do not count. False: the budget has no room for it.
bool Session::count_memory() noexcept {
  return phase_ == Phase::closed || next_ != Next::event || held_.set(held_bytes());
}

/// Releases what is kept for the next request, which may not come for long.
void Session::give_back_buffers() noexcept {
  if (requests_.buffer().release()) static_cast<void>(held_.set(held_bytes()));
}

std::optional<SteadyTime> Session::resting_since(SteadyTime now) const noexcept {
  if (next_ != Next::event || phase_ == Phase::lingering || phase_ == Phase::closed) return std::nullopt;
  const SteadyTime since = waiting_since();
  const bool is_unfinished = phase_ == Phase::head || phase_ == Phase::body;
  if (is_unfinished && !is_small()) return since;
  if (now < since + (phase_ == Phase::idle ? kIdleGrace : kStall)) return std::nullopt;
  return since;
}

/// Start of the present activity or wait.
SteadyTime Session::waiting_since() const noexcept {
  switch (phase_) {
    case Phase::handshake: return accepted_;
    case Phase::head:
    case Phase::body: return request_started_;
    case Phase::writing: return deadline_ - resources_.limits.write_deadline;
    default: return idle_since_;
  }
}

void Session::shed(SteadyTime now) noexcept {
  now_ = now;
  run([this] { give_way(); });
}

void Session::give_way() {
  resources_.observer.connection_shed();
  if (phase_ != Phase::head && phase_ != Phase::body) return close();
  refuse_without_head(RequestError::server_full);
  return flush() ? go_on() : close();
}

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
  refuse_without_head(http::RequestError::clear_text);
  if (flush()) go_on();
}

void Session::end_handshake(Handshake outcome) noexcept {
  phase_ = Phase::idle;
  handshake_.release();
  resources_.observer.handshake_ended(outcome, peer_text_);
}

}  // namespace agent_access::net
