/// \file
/// One connection: a state machine, notified by its worker's event loop when its socket is ready. It may start with a
/// TLS handshake. Then requests (http1/request_reader) are handled in order, one at a time, and their responses
/// (ResponseWriter) are sent at the end of the loop's turn; nothing is read while a response cannot be written, so that
/// memory for one peer is bounded by the read buffer and one outbox.
///
/// Not thread safe: belongs to its worker's thread. NOT checked: the handler's responses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <utility>

#include "base/ip_address.hpp"
#include "http/handler.hpp"
#include "net/capacity/connection_counts.hpp"
#include "net/capacity/limits.hpp"
#include "net/capacity/memory_budget.hpp"
#include "net/exchange/outbox.hpp"
#include "net/exchange/response_writer.hpp"
#include "net/exchange/worker_resources.hpp"
#include "net/http1/request_reader.hpp"
#include "net/io/event_loop.hpp"
#include "net/tls/channel.hpp"

namespace agent_access::net {

class Session;
using Sessions = std::list<Session>;

/// Notified about its sessions. release() is called once, when a session has closed, which may be destroyed after the
/// turn of the event loop.
class SessionOwner {
 public:
  virtual void release(Sessions::iterator session) noexcept = 0;
  /// The session has received bytes: call handle_received() in this turn of the event loop.
  virtual void has_received(Session& session) = 0;
  /// It has responses to send: call send_responses() and then finish_responses() in this turn.
  virtual void has_responses(Session& session) = 0;
  /// It has used its share of this turn, and its socket may report nothing more: call resume() once, in this turn or
  /// later, unless it is released before.
  virtual void waits_for_turn(Session& session) = 0;

 protected:
  ~SessionOwner() = default;
};

class Session final : private EventSource {
 public:
  /// `place` is the connection's entry in the counts; it is released when the session closes.
  Session(Descriptor socket, ConnectionCounts::Admission place, const base::IpAddress& peer, EventLoop& loop,
          WorkerResources& resources, SessionOwner& owner);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Starts reading. `self` is this session in its owner's list. False when the event loop has no memory for the
  /// socket: the session has not started and does not call release().
  [[nodiscard]] bool start(Sessions::iterator self, SteadyTime now);
  /// The parts of an exchange without TLS after bytes were received. Each is called for many sessions in
  /// a row, so that its code stays in the processor's caches meanwhile. Without effect when the session has closed.
  void handle_received() noexcept;
  void send_responses() noexcept;
  void finish_responses(SteadyTime now) noexcept;
  /// Goes on after waits_for_turn().
  void resume(SteadyTime now) noexcept;
  [[nodiscard]] bool is_waiting() const noexcept { return is_waiting_; }
  /// Acts on a deadline that has passed.
  void tick(SteadyTime now) noexcept;
  /// The worker is stopping: a connection that stays idle is closed soon, any other after its next answer.
  void drain(SteadyTime now) noexcept;
  /// Closes at once. Unsent bytes are lost.
  void abort() noexcept;
  /// Closes to free memory: an incomplete request gets 503.
  void shed(SteadyTime now) noexcept;
  /// Since when it waits for its peer: half a second or longer for a request, any time for the end of a large request,
  /// or a second or longer for the end of another one, of a handshake or a response. Nothing while it is active, and
  /// when it only waits for the peer to close.
  [[nodiscard]] std::optional<SteadyTime> resting_since(SteadyTime now) const noexcept;
  /// Whether it holds no more than a request of usual size needs.
  [[nodiscard]] bool is_small() const noexcept { return held_.is_small(); }

 private:
  enum class Phase : std::uint8_t {
    handshake,  ///< TLS handshake
    idle,       ///< between two requests
    head,       ///< part of a head was received
    body,       ///< the head is complete, the body is not
    writing,    ///< the peer does not read
    lingering,  ///< the last response is sent; further bytes are discarded
    closed,
  };
  /// What the session waits for.
  enum class Next : std::uint8_t {
    event,   ///< of its socket, or a deadline
    handle,  ///< handle_received()
    send,    ///< send_responses() and finish_responses()
  };
  // Events, reading, and the end.
  template <class Step>
  void run(Step step) noexcept;
  void on_ready(Interest ready, SteadyTime now) noexcept override;
  void step();
  void want(Interest interest);
  void read();
  void read_decrypted();
  void received(std::size_t count);
  [[nodiscard]] bool take_share() noexcept;
  void await_turn();
  void await_bytes();
  void begin_lingering();
  void discard(std::size_t count);
  void close() noexcept;

  // What comes before the first request.
  void begin();
  void begin_handshake();
  void continue_handshake();
  void handshake_done(Io io);
  void end_handshake(http::Handshake outcome) noexcept;

  // session_http1.cpp: requests and their responses.
  void serve();
  bool serve_one();
  void answer(const Head& head, std::string_view body);
  [[nodiscard]] http::Request request_with(const Head& head, std::string_view body) const noexcept;
  void refuse(http::RequestError fault);
  void refuse_without_head(http::RequestError fault);
  [[nodiscard]] Persistence persistence_of(const Head& head, const http::Response& response) const noexcept;
  bool promise_continue();
  bool flush();
  bool sent(Outbox::Sent result, SteadyTime now);
  [[nodiscard]] bool is_reading_peer() noexcept;
  void go_on();

  // Memory.
  void give_back_buffers() noexcept;
  [[nodiscard]] bool count_memory() noexcept;
  [[nodiscard]] std::size_t held_bytes() const noexcept;
  void give_way();
  [[nodiscard]] SteadyTime waiting_since() const noexcept;
  [[nodiscard]] SteadyTime first_head_due() const noexcept { return accepted_ + resources_.limits.header_deadline; }

  Channel channel_;
  Watch watch_;
  WorkerResources& resources_;
  SessionOwner& owner_;
  Sessions::iterator self_;
  ConnectionCounts::Admission place_;
  ConnectionCounts::Admission handshake_;
  HeldMemory held_;
  base::IpAddress peer_;
  std::string peer_text_;

  RequestReader requests_;
  ResponseWriter responses_;

  SteadyTime accepted_;
  SteadyTime now_;  ///< of the current event
  SteadyTime request_started_;
  SteadyTime idle_since_;
  SteadyTime deadline_;
  std::size_t answered_ = 0;
  std::size_t discarded_ = 0;
  std::size_t received_ = 0;               ///< bytes that handle_received() handles
  std::size_t share_ = 0;                  ///< what is left of it in this turn, in requests
  Outbox::Sent sent_ = Outbox::Sent::all;  ///< the result of send_responses()
  Phase phase_ = Phase::idle;
  Next next_ = Next::event;
  bool is_waiting_ = false;  ///< for resume()
  bool ending_ = false;      ///< the last response of the connection is in the outbox
};

/// Runs every event. An exception (out of memory) closes this connection only, and so does growth beyond the budget.
template <class Step>
void Session::run(Step step) noexcept {
  if (phase_ == Phase::closed) return;
  try {
    step();
    read_decrypted();
    if (!count_memory()) give_way();
  } catch (...) {
    resources_.outbox.clear();
    close();
  }
  if (phase_ == Phase::closed) owner_.release(self_);
}

}  // namespace agent_access::net
