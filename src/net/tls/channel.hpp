/// \file
/// The byte stream of a session: a non-blocking socket with or without TLS. Without TLS each call is one system call.
///
/// Not thread safe: belongs to its worker's thread, on which SIGPIPE must be blocked or ignored (OpenSSL writes without
/// MSG_NOSIGNAL). A failed call leaves an empty error queue. NOT done here: deadlines.
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

/// The result of an operation on a stream.
enum class Io : std::uint8_t {
  done,
  wants_read,   ///< call again when the socket is readable
  wants_write,  ///< call again when the socket is writable
  ended,        ///< the peer has closed its side
  plain_http,   ///< of a handshake: the peer sent HTTP without TLS
  failed,       ///< the stream must be closed
};

struct IoResult {
  Io io = Io::failed;
  std::size_t count = 0;  ///< bytes, if `done`
};

/// Writes the parts without blocking; an interrupted call is repeated.
[[nodiscard]] IoResult send_parts(int descriptor, std::span<const iovec> parts) noexcept;

class Channel {
 public:
  /// With a context, the stream starts with a handshake and keeps the context. Throws std::bad_alloc.
  Channel(Descriptor socket, std::shared_ptr<const TlsContext> tls);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  [[nodiscard]] bool is_tls() const noexcept { return tls_ != nullptr; }
  [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
  /// Field lines for every response on this stream; empty without TLS.
  [[nodiscard]] std::string_view answer_fields() const noexcept {
    return tls_ ? context_->answer_fields() : std::string_view{};
  }

  /// Continues the handshake without blocking. After plain_http the stream goes on without TLS and its first bytes.
  [[nodiscard]] Io handshake() noexcept;
  /// After the handshake: the session was resumed with a ticket.
  [[nodiscard]] bool is_resumed() const noexcept;

  /// Reads into `room`, which is not empty, without blocking.
  [[nodiscard]] IoResult read(std::span<char> room) noexcept;
  /// Decrypted bytes are buffered: no event of the socket will report them.
  [[nodiscard]] bool has_decrypted() const noexcept;
  /// Writes without blocking, possibly a part. After wants_write the next call must start with the same bytes, at any
  /// address; more may follow them.
  [[nodiscard]] IoResult write(std::span<const iovec> parts) noexcept;
  /// Ends sending: close_notify, then FIN. Reading continues.
  void shutdown_send() noexcept;
  /// Closes at once. Sends close_notify on TLS if that does not block.
  void close() noexcept;

 private:
  struct FreeTls {
    void operator()(ssl_st* connection) const noexcept;
  };

  [[nodiscard]] Io io_of(int result) noexcept;
  void send_close_notify() noexcept;

  Descriptor socket_;
  std::shared_ptr<const TlsContext> context_;  ///< outlives tls_
  std::unique_ptr<ssl_st, FreeTls> tls_;
  bool is_established_ = false;  ///< close_notify may be sent: the handshake is over and nothing has failed
};

}  // namespace agent_access::net
