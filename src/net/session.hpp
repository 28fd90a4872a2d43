/// \file
/// One connection: an explicit state machine, told by its worker's event loop when its socket is ready. It may begin
/// with a PROXY header (session_introduction.cpp) and with a TLS handshake (session_handshake.cpp). Then it speaks
/// HTTP/2, if ALPN chose it or a client of clear text knows it is spoken (session_http2.cpp), else HTTP/1.1
/// (session_http1.cpp): requests are answered in order, one at a time; nothing is read while an answer cannot be
/// written, so that memory for one peer is bounded by the read buffer and one outbox. A chunked body is decoded inside
/// the read buffer.
///
/// Not thread safe: belongs to its worker's thread. Not checked here: what the handler answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "base/ip_address.hpp"
#include "http/handler.hpp"
#include "net/capacity/held_memory.hpp"
#include "net/capacity/shedding.hpp"
#include "net/exchange/outbox.hpp"
#include "net/exchange/worker_resources.hpp"
#include "net/http1/chunked_body.hpp"
#include "net/http1/read_buffer.hpp"
#include "net/http2/connection.hpp"
#include "net/io/event_loop.hpp"
#include "net/io/steady_time.hpp"
#include "net/proxy_header.hpp"
#include "net/tls/channel.hpp"

namespace agent_access::net {

class Session;
using Sessions = std::list<Session>;

/// Told once, when a session has closed. The session may be destroyed when the turn of the event loop has ended.
class SessionOwner {
 public:
  virtual void release(Sessions::iterator session) noexcept = 0;
  /// What the session holds has grown, and its networks hold more than their share, or all peers more than there is.
  virtual void exceeded(Sessions::iterator session, Excess excess) noexcept = 0;

 protected:
  ~SessionOwner() = default;
};

class Session final : private EventSource {
 public:
  /// `place` is the connection's in the counts; it is given up when the session closes.
  Session(Descriptor socket, ConnectionCounts::Place place, const base::IpAddress& peer, EventLoop& loop,
          WorkerResources& resources, SessionOwner& owner);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Begins to read. `self` is this session's place in its owner's list. False when the loop has no memory to watch the
  /// socket: the session has not begun and has nothing to tell.
  [[nodiscard]] bool start(Sessions::iterator self, SteadyTime now);
  /// Acts on a deadline that has passed.
  void tick(SteadyTime now) noexcept;
  /// The worker is stopping: a connection that stays idle is closed soon, any other after its next answer.
  void drain(SteadyTime now) noexcept;
  /// Closes at once. What was not sent is given up.
  void abort() noexcept;
  /// Closes to make room, as gently as costs no memory: an idle connection without a word, a request that has not come
  /// whole with 503, HTTP/2 with GOAWAY and REFUSED_STREAM for what was not processed. Answers that the peer takes are
  /// sent to their end.
  /// True unless it was told before.
  bool shed(SteadyTime now) noexcept;

  /// What closing this connection would cost whom; `uses` says what of its network counts.
  enum class Uses : std::uint8_t { connections, bytes };
  [[nodiscard]] Standing standing(Uses uses, SteadyTime now) const noexcept;
  /// It was not shed a moment ago, and does not only wait for the peer's end.
  [[nodiscard]] bool can_be_shed(SteadyTime now) const noexcept;
  [[nodiscard]] const ConnectionCounts::Place& place() const noexcept { return place_; }

 private:
  enum class Phase : std::uint8_t {
    introduction,  ///< a trusted proxy says whose connection it passes on; nothing else yet
    handshake,     ///< of TLS; nothing else yet
    idle,          ///< between two requests
    head,          ///< some bytes of a head are there
    body,          ///< the head is complete, the body is not
    writing,       ///< the peer does not read
    http2,         ///< the rest of the connection is HTTP/2's
    lingering,     ///< the last answer is sent; what still arrives is thrown away
    closed,
  };
  template <class Step>
  void run(Step step) noexcept;
  void on_ready(Interest ready, SteadyTime now) noexcept override;
  void step(Interest ready);
  void read_decrypted();
  void want(Interest interest);

  void begin();
  [[nodiscard]] bool expects_introduction() const noexcept;
  void begin_introduction();
  void read_introduction();
  void introduced(const ProxyHeader& header);
  void begin_handshake();
  void shake_hands();
  void on_shaken(Io io);
  void end_handshake(http::Handshake outcome) noexcept;

  [[nodiscard]] bool decide_protocol();
  void begin_http2();
  void go_on_http2();
  void drain_http2(SteadyTime now) noexcept;
  void shed_http2();
  [[nodiscard]] bool flush_http2();

  void read();
  void received(std::size_t count);

  void serve();
  bool serve_one();
  bool serve_with_body(std::size_t head_size);
  [[nodiscard]] bool read_chunks();
  void answer(const Head& head, std::string_view body);
  [[nodiscard]] http::Request request_with(const Head& head, std::string_view body) const noexcept;
  void refuse(http::RequestError fault);
  void refuse_body(http::RequestError fault);
  [[nodiscard]] Persistence persistence_of(const Head& head, const http::Response& response) const noexcept;
  void await_bytes();
  bool promise_continue();
  bool flush();
  void go_on();
  [[nodiscard]] std::int64_t acknowledged() noexcept;
  [[nodiscard]] bool is_reading_peer() noexcept;
  void begin_lingering();
  void discard(std::size_t count);
  void close() noexcept;
  void give_back_buffers() noexcept;
  void count_memory() noexcept;
  [[nodiscard]] std::size_t held_bytes() const noexcept;
  [[nodiscard]] SteadyTime standing_since() const noexcept;
  [[nodiscard]] SteadyTime first_head_due() const noexcept { return accepted_ + resources_.limits.header_deadline; }
  [[nodiscard]] Outbox& outbox() noexcept { return blocked_ ? *blocked_ : resources_.outbox; }

  Channel channel_;
  Watch watch_;
  WorkerResources& resources_;
  SessionOwner& owner_;
  Sessions::iterator self_;
  ConnectionCounts::Place place_;
  ConnectionCounts::Place handshake_;
  HeldMemory held_;
  base::IpAddress peer_;
  std::string peer_text_;
  ReadBuffer buffer_;
  std::unique_ptr<H2Connection> http2_;
  std::string introduction_;         ///< what has come of the PROXY header
  std::unique_ptr<Outbox> blocked_;  ///< the answers a peer does not read; the resources's outbox otherwise
  SteadyTime accepted_;
  SteadyTime now_;  ///< of the current event
  SteadyTime request_started_;
  SteadyTime idle_since_;
  SteadyTime deadline_;
  std::optional<SteadyTime> shed_at_;
  std::size_t expected_ =
      0;  ///< of a request whose head is complete: its size, or one byte more than came of its chunks
  std::optional<ChunkedBody> chunks_;  ///< of the request whose head is complete, when its body is chunked
  std::size_t chunks_head_ = 0;        ///< the size of that head, behind which the body is decoded
  std::size_t answered_ = 0;
  std::size_t discarded_ = 0;
  std::int64_t acknowledged_ = 0;  ///< when the write deadline was last set
  Phase phase_ = Phase::idle;
  bool ending_ = false;          ///< the answer that ends the connection is made
  bool is_blocked_ = false;      ///< of HTTP/2: the socket has taken what it could
  bool undecided_ = false;       ///< the first bytes tell whether this is HTTP/2
  bool wants_continue_ = false;  ///< the client holds its body back until told
};

/// Every event runs through here. Whatever is thrown (memory) costs this connection only.
template <class Step>
void Session::run(Step step) noexcept {
  if (phase_ == Phase::closed) return;
  try {
    step();
    read_decrypted();
  } catch (...) {
    resources_.outbox.clear();
    close();
  }
  if (phase_ == Phase::closed) return owner_.release(self_);
  count_memory();
}

}  // namespace agent_access::net
