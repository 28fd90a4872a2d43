/// \file
/// The byte stream under a session: a non-blocking socket, with TLS on it or without. Without TLS each call is the
/// system call it always was; nothing here is virtual.
///
/// Not thread safe: belongs to its worker's thread, on which SIGPIPE must be blocked or ignored (OpenSSL writes without
/// MSG_NOSIGNAL). A failed call leaves an empty error queue. Not done here: deadlines, and what the bytes mean.
#pragma once

#include <sys/uio.h>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "net/tls_context.hpp"

namespace agent_access::net {

/// What a step on a stream came to.
enum class Io : std::uint8_t {
  done,
  wants_read,   ///< again when the socket is readable
  wants_write,  ///< again when the socket is writable
  ended,        ///< the peer has closed its side
  plain_http,   ///< of a handshake: the peer speaks HTTP without TLS
  failed,       ///< nothing more can be done but close
};

struct Moved {
  Io io = Io::failed;
  std::size_t count = 0;  ///< bytes, when done
};

/// What is spoken on a stream: ALPN's choice (RFC 7301), HTTP/1.1 without one.
enum class Protocol : std::uint8_t { http1, http2 };

/// Hands the parts to the kernel without waiting; an interrupted call is repeated.
[[nodiscard]] Moved send_parts(int descriptor, std::span<const iovec> parts) noexcept;

class Channel {
 public:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

  /// With a context the stream begins with a handshake; the context is kept as long as the stream.
  Channel(Socket socket, std::shared_ptr<const TlsContext> tls);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  [[nodiscard]] bool is_tls() const noexcept { return tls_ != nullptr; }
  [[nodiscard]] int descriptor() noexcept { return socket_.native_handle(); }
  /// Field lines that every answer on this stream carries; empty without TLS.
  [[nodiscard]] std::string_view answer_fields() const noexcept {
    return tls_ ? context_->answer_fields() : std::string_view{};
  }

  /// As far as it goes without waiting. After plain_http the stream goes on without TLS, its first bytes lost.
  [[nodiscard]] Io handshake() noexcept;
  /// After the handshake.
  [[nodiscard]] Protocol protocol() const noexcept;
  /// After the handshake: a ticket took the place of certificate and signature.
  [[nodiscard]] bool is_resumed() const noexcept;

  /// Calls `done(error, count)` once, later, with bytes in `room`, or with the end or failure as an error. `room` and
  /// this object must live until then; closing lets it come soon. One read at a time.
  template <class Done>
  void async_read(std::span<char> room, Done done);
  /// Calls `done(error)` when the socket is ready for what a step wants.
  template <class Done>
  void async_wait(Io wanted, Done done);

  /// As much as is taken now. After wants_write the same bytes must stand at the front of the next call, more may
  /// follow them; they may lie elsewhere in memory.
  [[nodiscard]] Moved write(std::span<const iovec> parts) noexcept;
  /// Nothing more will be sent: close_notify, then the end of the stream. Reading goes on.
  void shutdown_send() noexcept;
  /// At once. The peer of a TLS stream is told if that needs no waiting.
  void close() noexcept;

 private:
  struct FreeTls {
    void operator()(ssl_st* connection) const noexcept;
  };

  [[nodiscard]] Moved read(std::span<char> room) noexcept;
  [[nodiscard]] bool has_decrypted() const noexcept;
  template <class Done>
  void continue_read(std::span<char> room, Done done);
  template <class Done>
  void await_for_read(Io wanted, std::span<char> room, Done done);
  [[nodiscard]] Io judge(int result) noexcept;
  void send_close_notify() noexcept;

  Socket socket_;
  std::shared_ptr<const TlsContext> context_;  ///< outlives tls_
  std::unique_ptr<ssl_st, FreeTls> tls_;
  bool is_established_ = false;  ///< close_notify may be sent: the handshake is over and nothing has failed
};

template <class Done>
void Channel::async_wait(Io wanted, Done done) {
  socket_.async_wait(wanted == Io::wants_write ? Socket::wait_write : Socket::wait_read, std::move(done));
}

template <class Done>
void Channel::async_read(std::span<char> room, Done done) {
  if (!tls_) return socket_.async_read_some(boost::asio::buffer(room.data(), room.size()), std::move(done));
  if (!has_decrypted()) return await_for_read(Io::wants_read, room, std::move(done));
  // The rest of a record is here already; the socket would not tell.
  boost::asio::post(socket_.get_executor(), [this, room, done] { continue_read(room, done); });
}

template <class Done>
void Channel::await_for_read(Io wanted, std::span<char> room, Done done) {
  async_wait(wanted, [this, room, done](const boost::system::error_code& error) {
    if (error) return done(error, 0);
    continue_read(room, done);
  });
}

template <class Done>
void Channel::continue_read(std::span<char> room, Done done) {
  if (!socket_.is_open()) return done(boost::asio::error::operation_aborted, 0);
  const Moved moved = read(room);
  if (moved.io == Io::done) return done(boost::system::error_code{}, moved.count);
  if (moved.io == Io::ended) return done(boost::asio::error::eof, 0);
  if (moved.io == Io::failed || moved.io == Io::plain_http) return done(boost::asio::error::connection_reset, 0);
  bool is_waiting = false;
  try {
    await_for_read(moved.io, room, done);
    is_waiting = true;
  } catch (...) {
    // No memory to wait with: told below, outside of this block, because `done` may throw what is its own.
  }
  if (!is_waiting) done(boost::asio::error::no_memory, 0);
}

}  // namespace agent_access::net
