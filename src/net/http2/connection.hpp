/// \file
/// One HTTP/2 connection without its socket (RFC 9113): bytes in, bytes out, time as an argument. libnghttp2 reads and
/// writes the frames; requests go to the same Handler as those of HTTP/1.1, one at a time, as they are complete.
///
/// Bounded for one peer: 100 streams, what is kept of open requests together, and 32 KiB of output beside the bodies
/// that answers own; while the output is full nothing should be read. What the limits refuse is answered on its stream.
/// A peer that floods frames (h2_guard.hpp) or breaks the protocol is cut off with GOAWAY. Any other end lets the
/// streams in flight finish.
///
/// A connection of a trusted proxy carries the requests of many clients. There each client pays for its own streams
/// (h2_client_budgets.hpp): whoever does too much is answered 429, and the others notice nothing.
///
/// Deadlines as in HTTP/1.1: a frame or header block that does not end, a body, a peer that does not read, and an idle
/// connection, which pings do not keep alive. Reading is judged for the whole connection (h2_deadlines.cpp): a stream
/// is given up only when nothing moves at all, or when its own window stays closed while the others get their share.
///
/// Not thread safe: belongs to its worker's thread. Not done: push, priorities (RFC 9113 section 5.3 deprecates them),
/// CONNECT, the upgrade from HTTP/1.1 (section 3.1 removed it). Trailers are checked and ignored.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/ip_address.hpp"
#include "http/handler.hpp"
#include "net/exchange/worker_resources.hpp"
#include "net/http2/client_budgets.hpp"
#include "net/http2/frames.hpp"
#include "net/http2/guard.hpp"
#include "net/http2/library_memory.hpp"
#include "net/http2/output.hpp"
#include "net/http2/stream.hpp"
#include "net/http2/stream_ids.hpp"
#include "net/io/steady_time.hpp"

struct nghttp2_session;

namespace agent_access::net {

class H2Connection {
 public:
  static constexpr std::size_t kMostStreams = 100;
  static constexpr std::size_t kMostOutput = 32 * kKibibyte;
  /// What is kept of requests that are not complete yet, all streams together. Whoever would exceed it is refused
  /// before any work is done (REFUSED_STREAM), and may try again.
  static constexpr std::size_t kMostBuffered = 256 * kKibibyte;
  /// The same for all clients of a trusted proxy, of whom each may have kMostBuffered.
  static constexpr std::size_t kMostBufferedByAll = 4096 * kKibibyte;
  /// Between the announcement of a drain and its last GOAWAY: requests that are on their way are still taken.
  static constexpr std::chrono::milliseconds kDrainGrace{500};

  /// Throws std::bad_alloc only. The server's SETTINGS are pending at once. `more_fields`: field lines for every
  /// answer, which must live as long as the connection.
  H2Connection(WorkerResources& resources, const base::IpAddress& peer, std::string_view more_fields, SteadyTime now);
  /// Tells the observer of answers that were given up.
  ~H2Connection();
  H2Connection(const H2Connection&) = delete;
  H2Connection& operator=(const H2Connection&) = delete;

  /// Takes the next bytes of the peer, its preface first. Never fails: a broken connection finishes. Throws
  /// std::bad_alloc only; the connection must be given up then.
  void receive(std::string_view bytes, SteadyTime now);
  /// False while the peer does not take what it asked for, and after the end.
  [[nodiscard]] bool wants_bytes() const noexcept;

  /// The next bytes for the peer, as parts to be gathered in one write; none: nothing to send now. Valid until the next
  /// call of a member function.
  [[nodiscard]] std::span<const std::string_view> pending() noexcept { return output_.parts(); }
  /// `count` bytes of pending() were taken by the kernel.
  void sent(std::size_t count, SteadyTime now);

  /// Announces the end, and ends when the streams that are open, and those that are on their way, are answered.
  void drain(SteadyTime now);
  /// The preface is due as the first head is: within the header deadline from then.
  void await_preface_since(SteadyTime accepted) noexcept { message_since_ = accepted; }
  /// Ends to make room: requests that are not complete are refused (REFUSED_STREAM), those that are get their answers.
  void shed(SteadyTime now);
  /// Acts on deadlines that have passed.
  void tick(SteadyTime now);
  /// Nothing is to be received or sent any more: close the socket.
  [[nodiscard]] bool is_finished() const noexcept;
  /// No stream is open.
  [[nodiscard]] bool is_idle() const noexcept { return streams_.empty(); }
  /// When the last stream ended, while none is open.
  [[nodiscard]] SteadyTime idle_since() const noexcept { return idle_since_; }
  /// When a request or an answer last moved, while a stream is open.
  [[nodiscard]] SteadyTime moved_at() const noexcept { return moved_at_; }
  /// Memory that the connection makes the process hold; bodies that are shared do not count.
  [[nodiscard]] std::size_t held_bytes() const noexcept;
  /// Gives back what the output keeps for later, if it is empty.
  void give_back() noexcept { output_.give_back(); }

 private:
  friend struct H2Callbacks;
  struct SessionDeleter {
    void operator()(nghttp2_session* session) const noexcept;
  };

  // h2_connection.cpp: the connection.
  void announce();
  [[nodiscard]] std::uint32_t judge(const h2::FrameHeader& frame);
  [[nodiscard]] bool is_known(std::uint32_t id) const noexcept;
  void feed(std::string_view bytes);
  void pull();
  void condemn(std::uint32_t error_code);
  void forget(h2::Stream& stream) noexcept;
  void closed(h2::Stream& stream);
  void end_output(h2::Stream& stream);
  void end_now();

  // h2_deadlines.cpp: what time ends.
  void note_flow() noexcept;
  void tick_streams();
  [[nodiscard]] bool is_stalled(const h2::Stream& stream) const noexcept;
  [[nodiscard]] bool is_flowing() const noexcept;

  // h2_charges.cpp: who pays for what a stream costs.
  enum class Fault : std::uint8_t { frames, stall };
  [[nodiscard]] bool bear(const h2::FrameHeader& frame, std::uint32_t price);
  void charge(const h2::Stream* stream, std::uint32_t cost, Fault fault = Fault::frames);
  void leave();
  [[nodiscard]] bool is_refused(const h2::Stream& stream) const noexcept;
  [[nodiscard]] std::size_t held_by_client_of(const h2::Stream& stream) const noexcept;

  // h2_answer.cpp: requests and answers.
  h2::Stream* open(std::int32_t id);
  void head_complete(h2::Stream& stream, bool ends);
  void body_arrived(h2::Stream& stream, std::string_view bytes);
  [[nodiscard]] http::Request request_of(const h2::Stream& stream) const noexcept;
  void request_complete(h2::Stream& stream);
  [[nodiscard]] bool hold(h2::Stream& stream, std::size_t bytes);
  void let_go(h2::Stream& stream) noexcept;
  void refuse(h2::Stream& stream, http::RequestError fault);
  void submit(h2::Stream& stream);
  void promise_continue(const h2::Stream& stream);
  void answer_sent(h2::Stream& stream);
  void reset(std::int32_t id, std::uint32_t error_code);

  WorkerResources& resources_;
  base::IpAddress peer_;
  std::string peer_text_;
  std::string_view more_fields_;
  const bool is_shared_;  ///< by the clients of a trusted proxy
  SteadyTime now_;
  h2::LibraryMemory library_;  ///< outlives the session
  std::unique_ptr<nghttp2_session, SessionDeleter> session_;
  h2::FrameWalker walker_;
  h2::Guard guard_;
  h2::StreamIds ids_;
  h2::Output output_;
  h2::Streams streams_;
  h2::Stream* ended_ = nullptr;  ///< while the library is asked for frames: its last one comes now
  std::size_t buffered_ = 0;     ///< bytes of requests that are not complete
  std::size_t answered_ = 0;
  std::size_t sent_bytes_ = 0;
  std::size_t progress_mark_ = 0;  ///< `sent_bytes_` when the write deadline was last set
  std::size_t framed_bytes_ = 0;   ///< of bodies
  std::size_t flow_mark_ = 0;      ///< `framed_bytes_` when `flowed_at_` was last set
  SteadyTime flowed_at_;           ///< the bodies moved, or none was waiting
  SteadyTime write_deadline_;
  SteadyTime idle_since_;
  SteadyTime moved_at_;
  std::optional<SteadyTime> message_since_;  ///< of the first byte of a frame or header block that is not complete
  std::optional<SteadyTime> last_goaway_at_;
  std::uint32_t end_code_ = 0;  ///< of the last GOAWAY, when it is one that lets the streams finish
  bool is_pulling_ = false;
  bool draining_ = false;
  bool shed_ = false;       ///< streams are reset for want of room, which is no fault of the peer
  bool abused_ = false;     ///< the guard's verdict inside a callback, acted on after it
  bool condemned_ = false;  ///< the last GOAWAY is in the output; nothing follows it
  bool given_up_ = false;   ///< the peer does not even take that
};

}  // namespace agent_access::net
