/// \file
/// One HTTP/2 connection without its socket (RFC 9113): bytes in, bytes out, time as an argument. libnghttp2 reads and
/// writes the frames; requests go to the same Handler as those of HTTP/1.1, one at a time, when they are complete.
///
/// Bounded for one peer: 100 streams, the bytes of incomplete requests, and 32 KiB of output beside the bodies that
/// responses own (a body with a source is read into it, frame by frame); while the output is full nothing should be
/// read. A request beyond the limits gets an error response on its stream. A peer that floods frames (guard.hpp) or
/// violates the protocol is disconnected with GOAWAY. In all other cases open streams complete. The peer is one client:
/// a trusted proxy, which sends the requests of many, gets HTTP/1.1 (decision 0016).
///
/// Deadlines as in HTTP/1.1: an incomplete frame or header block, a body, a peer that does not read, and an idle
/// connection, which pings do not keep alive. Progress is measured for the whole connection (deadlines.cpp): a stream
/// is reset only when no stream makes progress, or when its own window stays closed while others progress.
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
#include "net/http2/frames.hpp"
#include "net/http2/guard.hpp"
#include "net/http2/output.hpp"
#include "net/http2/records.hpp"
#include "net/http2/stream.hpp"
#include "net/io/event_loop.hpp"

struct nghttp2_session;

namespace agent_access::net {

class H2Connection {
 public:
  static constexpr std::size_t kMostStreams = 100;
  static constexpr std::size_t kMostOutput = 32 * kKibibyte;
  /// Output from which on nothing is read from a source: with one more frame as much as a piece on HTTP/1.1.
  static constexpr std::size_t kMostStreamed = 16 * kKibibyte;
  /// Bytes of incomplete requests, all streams together. A stream that would exceed it is refused before any work is
  /// done (REFUSED_STREAM), and may be retried.
  static constexpr std::size_t kMostBuffered = 256 * kKibibyte;
  /// Between the first and the last GOAWAY of a drain: new requests are still accepted.
  static constexpr std::chrono::milliseconds kDrainGrace{500};

  /// Throws std::bad_alloc only. The server's SETTINGS are pending at once. `more_fields`: field lines for every
  /// response, valid as long as the connection.
  H2Connection(WorkerResources& resources, const base::IpAddress& peer, std::string_view more_fields, SteadyTime now);
  /// Reports incomplete responses to the observer.
  ~H2Connection();
  H2Connection(const H2Connection&) = delete;
  H2Connection& operator=(const H2Connection&) = delete;

  /// Processes the next bytes of the peer, starting with its preface. After an error the connection becomes finished.
  /// Throws std::bad_alloc only; the connection must be closed then.
  void receive(std::string_view bytes, SteadyTime now);
  /// False while the output is full, and after the end.
  [[nodiscard]] bool wants_bytes() const noexcept;

  /// The next bytes to send, as parts for one gathered write; empty if there are none. Valid until the next call of a
  /// member function.
  [[nodiscard]] std::span<const std::string_view> pending() noexcept { return output_.parts(); }
  /// The kernel accepted `count` bytes of pending().
  void sent(std::size_t count, SteadyTime now);

  /// Graceful shutdown (RFC 9113 section 6.8): announces the end, completes open streams and requests that are on their
  /// way.
  void drain(SteadyTime now);
  /// The header timeout of the preface counts from `accepted`, as that of a first head does.
  void await_preface_since(SteadyTime accepted) noexcept { message_since_ = accepted; }
  /// Ends to make room: incomplete requests are refused (REFUSED_STREAM), complete ones get their responses.
  void shed(SteadyTime now);
  /// Acts on deadlines that have passed.
  void tick(SteadyTime now);
  /// Nothing more to receive or send: close the socket.
  [[nodiscard]] bool is_finished() const noexcept;
  /// No stream is open.
  [[nodiscard]] bool is_idle() const noexcept { return streams_.empty(); }
  /// When the last stream ended, while none is open.
  [[nodiscard]] SteadyTime idle_since() const noexcept { return idle_since_; }
  /// When bytes of a request or a response were last transferred, while a stream is open.
  [[nodiscard]] SteadyTime moved_at() const noexcept { return moved_at_; }
  /// Memory held for the connection; shared bodies do not count.
  [[nodiscard]] std::size_t held_bytes() const noexcept;
  /// Releases spare memory of the output, if it is empty.
  void give_back() noexcept { output_.give_back(); }

 private:
  friend struct H2Callbacks;
  struct SessionDeleter {
    void operator()(nghttp2_session* session) const noexcept;
  };

  // connection.cpp: the connection.
  void send_settings();
  [[nodiscard]] std::uint32_t check_frame(const h2::FrameHeader& frame);
  [[nodiscard]] bool is_known(std::uint32_t id) const noexcept;
  void feed(std::string_view bytes);
  void pull();
  void end_at_once(std::uint32_t error_code);
  void forget(h2::Stream& stream) noexcept;
  void closed(h2::Stream& stream);
  void end_output(h2::Stream& stream);
  void end_now();

  // deadlines.cpp: deadlines.
  void note_flow() noexcept;
  void tick_streams();
  void end_for_stalls();
  [[nodiscard]] bool is_stalled(const h2::Stream& stream) const noexcept;
  [[nodiscard]] bool is_flowing() const noexcept;

  // answer.cpp: requests and responses.
  h2::Stream* open(std::int32_t id);
  void head_complete(h2::Stream& stream, bool ends);
  void body_arrived(h2::Stream& stream, std::string_view bytes);
  [[nodiscard]] http::Request request_of(const h2::Stream& stream) const noexcept;
  void request_complete(h2::Stream& stream);
  [[nodiscard]] bool hold(h2::Stream& stream, std::size_t bytes);
  void release_held(h2::Stream& stream) noexcept;
  void refuse(h2::Stream& stream, http::RequestError fault);
  void submit(h2::Stream& stream);
  void promise_continue(const h2::Stream& stream);
  void answer_sent(h2::Stream& stream);
  void reset(std::int32_t id, std::uint32_t error_code);

  WorkerResources& resources_;
  base::IpAddress peer_;
  std::string peer_text_;
  std::string_view more_fields_;
  SteadyTime now_;
  h2::LibraryMemory library_;  ///< outlives the session
  std::unique_ptr<nghttp2_session, SessionDeleter> session_;
  h2::FrameScanner scanner_;
  h2::Guard guard_;
  h2::StreamIds ids_;
  h2::Output output_;
  h2::Streams streams_;
  h2::Stream* ended_ = nullptr;  ///< set while the library writes the last frame of this stream
  std::size_t buffered_ = 0;     ///< bytes of requests that are not complete
  std::size_t answered_ = 0;
  std::size_t sent_bytes_ = 0;
  std::size_t progress_mark_ = 0;  ///< `sent_bytes_` when the write deadline was last set
  std::size_t framed_bytes_ = 0;   ///< of bodies
  std::size_t flow_mark_ = 0;      ///< `framed_bytes_` when `flowed_at_` was last set
  SteadyTime flowed_at_;           ///< when bodies last progressed, or none was waiting
  SteadyTime write_deadline_;
  SteadyTime idle_since_;
  SteadyTime moved_at_;
  std::optional<SteadyTime> message_since_;  ///< of the first byte of a frame or header block that is not complete
  std::optional<SteadyTime> last_goaway_at_;
  std::uint32_t end_code_ = 0;  ///< error code of a last GOAWAY after which open streams complete
  bool is_pulling_ = false;
  bool draining_ = false;
  bool shed_ = false;      ///< streams are reset to make room, not for a fault of the peer
  bool abused_ = false;    ///< set by the guard inside a callback, handled after it
  bool is_ended_ = false;  ///< the last GOAWAY is in the output; nothing follows it
  bool given_up_ = false;  ///< the peer did not read the output within the write deadline
};

}  // namespace agent_access::net
