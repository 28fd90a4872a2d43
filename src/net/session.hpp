/// \file
/// One HTTP/1.1 connection: an explicit state machine of callbacks on its worker's event loop. Requests are answered in
/// order, one at a time; nothing is read while an answer cannot be written, so that memory for one peer is bounded by
/// the read buffer and one outbox.
///
/// Not thread safe: belongs to its worker's thread. Not checked here: what the handler answers.
#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include "base/ip_address.hpp"
#include "http/handler.hpp"
#include "net/outbox.hpp"
#include "net/read_buffer.hpp"
#include "net/steady_time.hpp"
#include "net/workbench.hpp"

namespace agent_access::net {

class Session;
using Sessions = std::list<Session>;

/// Told when the last callback of a closed session has run: the session may be destroyed then, and only then.
class SessionOwner {
 public:
  virtual void release(Sessions::iterator session) noexcept = 0;

 protected:
  ~SessionOwner() = default;
};

class Session {
 public:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

  Session(Socket socket, const base::IpAddress& peer, Workbench& bench, SessionOwner& owner);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Begins to read. `self` is this session's place in its owner's list.
  void start(Sessions::iterator self, SteadyTime now);
  /// Acts on a deadline that has passed.
  void tick(SteadyTime now) noexcept;
  /// The worker is stopping: a connection that stays idle is closed soon, any other after its next answer.
  void drain(SteadyTime now) noexcept;
  /// Closes at once. What was not sent is given up.
  void close() noexcept;

  /// Closed and without a callback to come.
  [[nodiscard]] bool is_finished() const noexcept { return phase_ == Phase::closed && operations_ == 0; }
  [[nodiscard]] const base::IpAddress& peer() const noexcept { return peer_; }

 private:
  enum class Phase : std::uint8_t {
    idle,       ///< between two requests
    head,       ///< some bytes of a head are there
    body,       ///< the head is complete, the body is not
    writing,    ///< the peer does not read
    lingering,  ///< the last answer is sent; what still arrives is thrown away
    closed,
  };
  template <class Step>
  void run(Step step) noexcept;

  void read();
  void on_read(const boost::system::error_code& error, std::size_t count);
  void await_writable();
  void on_writable(const boost::system::error_code& error);

  void serve();
  bool serve_one();
  void answer(std::string_view body);
  void refuse(http::ReadFault fault);
  [[nodiscard]] Persistence persistence_of(const http::Response& response) const noexcept;
  void await_bytes();
  bool promise_continue();
  bool flush();
  void go_on();
  [[nodiscard]] std::int64_t acknowledged() noexcept;
  [[nodiscard]] bool is_reading_peer() noexcept;
  void begin_lingering();
  void discard(std::size_t count);
  [[nodiscard]] Outbox& outbox() noexcept { return blocked_ ? *blocked_ : bench_.outbox; }

  Socket socket_;
  Workbench& bench_;
  SessionOwner& owner_;
  Sessions::iterator self_;
  base::IpAddress peer_;
  std::string peer_text_;
  ReadBuffer buffer_;
  std::unique_ptr<Outbox> blocked_;  ///< the answers a peer does not read; the bench's outbox otherwise
  SteadyTime now_;                   ///< of the current callback
  SteadyTime request_started_;
  SteadyTime idle_since_;
  SteadyTime deadline_;
  std::size_t expected_ = 0;  ///< size of the request whose head is complete, else 0
  std::size_t answered_ = 0;
  std::size_t discarded_ = 0;
  std::int64_t acknowledged_ = 0;  ///< when the write deadline was last set
  std::uint8_t operations_ = 0;
  Phase phase_ = Phase::idle;
  bool ending_ = false;  ///< the answer that ends the connection is made
  bool reading_ = false;
  bool wants_continue_ = false;  ///< the client holds its body back until told
};

}  // namespace agent_access::net
