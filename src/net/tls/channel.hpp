/// \file
/// The byte stream under a session: a non-blocking socket, with TLS on it or without. Without TLS each call is the
/// system call it always was; nothing here is virtual.
///
/// Not thread safe: belongs to its worker's thread, on which SIGPIPE must be blocked or ignored (OpenSSL writes without
/// MSG_NOSIGNAL). A failed call leaves an empty error queue. Not done here: deadlines, and what the bytes mean.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "net/io/sockets.hpp"
#include "net/tls/tls_context.hpp"

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

struct IoResult {
  Io io = Io::failed;
  std::size_t count = 0;  ///< bytes, when done
};

/// What is spoken on a stream: ALPN's choice (RFC 7301), HTTP/1.1 without one.
enum class Protocol : std::uint8_t { http1, http2 };

/// Hands the parts to the kernel without waiting; an interrupted call is repeated.
[[nodiscard]] IoResult send_parts(int descriptor, std::span<const iovec> parts) noexcept;

/// What the socket has now, into `room`, which is not empty; an interrupted call is repeated. `ended` at the end.
[[nodiscard]] IoResult receive(int descriptor, std::span<char> room) noexcept;

class Channel {
 public:
  /// With a context the stream begins with a handshake; the context is kept as long as the stream. Throws
  /// std::bad_alloc.
  Channel(Descriptor socket, std::shared_ptr<const TlsContext> tls);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  [[nodiscard]] bool is_tls() const noexcept { return tls_ != nullptr; }
  [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
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

  /// What is there now, into `room`, which is not empty.
  [[nodiscard]] IoResult read(std::span<char> room) noexcept;
  /// Part of a TLS record waits to be read: the socket would not tell.
  [[nodiscard]] bool has_decrypted() const noexcept;
  /// As much as is taken now. After wants_write the same bytes must stand at the front of the next call, more may
  /// follow them; they may lie elsewhere in memory.
  [[nodiscard]] IoResult write(std::span<const iovec> parts) noexcept;
  /// Nothing more will be sent: close_notify, then the end of the stream. Reading goes on.
  void shutdown_send() noexcept;
  /// At once. The peer of a TLS stream is told if that needs no waiting.
  void close() noexcept;

 private:
  struct FreeTls {
    void operator()(ssl_st* connection) const noexcept;
  };

  [[nodiscard]] Io judge(int result) noexcept;
  void send_close_notify() noexcept;

  Descriptor socket_;
  std::shared_ptr<const TlsContext> context_;  ///< outlives tls_
  std::unique_ptr<ssl_st, FreeTls> tls_;
  bool is_established_ = false;  ///< close_notify may be sent: the handshake is over and nothing has failed
};

}  // namespace agent_access::net
