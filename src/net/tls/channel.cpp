#include "net/tls/channel.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace agent_access::net {
namespace {

/// The largest payload of a TLS record (RFC 8446 section 5.1).
constexpr std::size_t kRecord = 16 * std::size_t{1024};

std::string_view text_of(const iovec& part) noexcept { return {static_cast<const char*>(part.iov_base), part.iov_len}; }

/// The first bytes of the parts in one piece, copied only when the first part alone does not fill a record, so that a
/// small response is one record instead of three.
std::string_view front_of(std::span<const iovec> parts, std::array<char, kRecord>& copy) noexcept {
  if (parts.empty()) return {};
  if (parts.size() == 1 || parts.front().iov_len >= kRecord) return text_of(parts.front());
  std::size_t size = 0;
  for (const iovec& part : parts) {
    const std::size_t taken = std::min(part.iov_len, kRecord - size);
    std::memcpy(copy.data() + size, part.iov_base, taken);
    size += taken;
  }
  return {copy.data(), size};
}

/// The result of a system call on the socket; `wanted` if it would block.
IoResult io_result_of(ssize_t result, Io wanted) noexcept {
  if (result >= 0) return {Io::done, static_cast<std::size_t>(result)};
  return {errno == EAGAIN || errno == EWOULDBLOCK ? wanted : Io::failed, 0};
}

IoResult receive(int descriptor, std::span<char> room) noexcept {
  ssize_t got = 0;
  do {
    got = ::recv(descriptor, room.data(), room.size(), MSG_DONTWAIT);
  } while (got < 0 && errno == EINTR);
  return got == 0 ? IoResult{Io::ended, 0} : io_result_of(got, Io::wants_read);
}

ssize_t send_once(int descriptor, std::span<const iovec> parts) noexcept {
  constexpr int kFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
  // Most responses have one part, for which send is cheaper.
  if (parts.size() == 1) return ::send(descriptor, parts.front().iov_base, parts.front().iov_len, kFlags);
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(parts.data());
  message.msg_iovlen = parts.size();
  return ::sendmsg(descriptor, &message, kFlags);
}

}  // namespace

IoResult send_parts(int descriptor, std::span<const iovec> parts) noexcept {
  ssize_t sent = 0;
  do {
    sent = send_once(descriptor, parts);
  } while (sent < 0 && errno == EINTR);
  return io_result_of(sent, Io::wants_write);
}

void Channel::FreeTls::operator()(ssl_st* connection) const noexcept { SSL_free(connection); }

Channel::Channel(Descriptor socket, std::shared_ptr<const TlsContext> tls)
    : socket_(std::move(socket)), context_(std::move(tls)) {
  if (!context_) return;
  tls_.reset(context_->new_connection());
  if (!tls_ || SSL_set_fd(tls_.get(), socket_.number()) != 1) {
    ERR_clear_error();
    throw std::bad_alloc();
  }
}

Channel::~Channel() = default;

/// The meaning of the result of the last call. SSL_get_error reads the error queue, so that each call needs an empty
/// queue and leaves it empty.
Io Channel::io_of(int result) noexcept {
  if (result == 1) return Io::done;
  const int error = SSL_get_error(tls_.get(), result);
  const unsigned long reason = ERR_peek_error();
  ERR_clear_error();
  if (error == SSL_ERROR_WANT_READ) return Io::wants_read;
  if (error == SSL_ERROR_WANT_WRITE) return Io::wants_write;
  if (error == SSL_ERROR_ZERO_RETURN) return Io::ended;
  is_established_ = false;
  const bool is_http = ERR_GET_LIB(reason) == ERR_LIB_SSL && ERR_GET_REASON(reason) == SSL_R_HTTP_REQUEST;
  return is_http ? Io::plain_http : Io::failed;
}

Io Channel::handshake() noexcept {
  ERR_clear_error();
  const Io io = io_of(SSL_do_handshake(tls_.get()));
  if (io == Io::done) is_established_ = true;
  if (io == Io::plain_http) tls_.reset();
  return io;
}

bool Channel::is_resumed() const noexcept { return tls_ && SSL_session_reused(tls_.get()) == 1; }

bool Channel::has_decrypted() const noexcept { return tls_ && SSL_pending(tls_.get()) > 0; }

IoResult Channel::read(std::span<char> room) noexcept {
  if (!tls_) return receive(socket_.number(), room);
  ERR_clear_error();
  IoResult moved;
  moved.io = io_of(SSL_read_ex(tls_.get(), room.data(), room.size(), &moved.count));
  return moved;
}

IoResult Channel::write(std::span<const iovec> parts) noexcept {
  if (!tls_) return send_parts(socket_.number(), parts);
  std::array<char, kRecord> copy;
  const std::string_view bytes = front_of(parts, copy);
  if (bytes.empty()) return {Io::done, 0};
  ERR_clear_error();
  IoResult moved;
  moved.io = io_of(SSL_write_ex(tls_.get(), bytes.data(), bytes.size(), &moved.count));
  return moved;
}

/// RFC 8446 section 6.1: without it a peer cannot distinguish the end from a truncation.
void Channel::send_close_notify() noexcept {
  if (!tls_ || !std::exchange(is_established_, false)) return;
  ERR_clear_error();
  static_cast<void>(SSL_shutdown(tls_.get()));
  ERR_clear_error();
}

void Channel::shutdown_send() noexcept {
  send_close_notify();
  ::shutdown(socket_.number(), SHUT_WR);
}

void Channel::close() noexcept {
  send_close_notify();
  socket_ = Descriptor();
}

}  // namespace agent_access::net
