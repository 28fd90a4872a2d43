#include "net/io/listener.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <utility>

namespace agent_access::net {
namespace {

constexpr std::chrono::milliseconds kBackOff{100};
/// Connections accepted in one turn of the loop, before open connections are served.
constexpr std::size_t kMostAccepted = 64;
/// Several times the longest accept queue: ends a drain while new connections keep arriving.
constexpr std::size_t kMostWhenDraining = 65'536;

/// accept(2) lists network errors of the new connection that are to be treated like a retry.
bool concerns_one_connection(int error) noexcept {
  switch (error) {
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case EPERM:
    case ENETDOWN:
    case ENOPROTOOPT:
    case EHOSTDOWN:
    case ENONET:
    case EHOSTUNREACH:
    case ENETUNREACH:
      return true;
    default:
      return false;
  }
}

}  // namespace

Listener::Listener(EventLoop& loop, Descriptor socket, ListenerOwner& owner)
    : socket_(std::move(socket)), watch_(loop, *this), owner_(owner) {}

void Listener::start() noexcept {
  if (!watch_.want(socket_.number(), Interest::readable)) back_off(errno);
}

void Listener::back_off(int error_number) noexcept {
  // If the kernel refuses, the next notification drains and backs off again.
  static_cast<void>(watch_.want(socket_.number(), Interest::nothing));
  is_backing_off_ = true;
  resume_at_ = SteadyClock::now() + kBackOff;
  owner_.backing_off(error_number);
}

void Listener::on_ready(Interest, SteadyTime) noexcept {
  if (socket_.number() >= 0) drain(kMostAccepted);
}

void Listener::tick(SteadyTime now) noexcept {
  if (!is_backing_off_ || now < resume_at_) return;
  is_backing_off_ = false;
  start();
}

/// Accepts up to `most` connections; the loop notifies again when more are waiting.
void Listener::drain(std::size_t most) noexcept {
  for (std::size_t taken = 0; taken < most; ++taken) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    Descriptor connection(
        ::accept4(socket_.number(), reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
    int error = connection.number() < 0 ? errno : 0;
    if (error == EAGAIN || error == EWOULDBLOCK) return;
    if (concerns_one_connection(error)) continue;
    if (error == 0) {
      try {
        owner_.accepted(std::move(connection), base::IpAddress::from(address));
        continue;
      } catch (...) {
        error = ENOMEM;
      }
    }
    return back_off(error);
  }
}

void Listener::drain_and_close() noexcept {
  if (socket_.number() < 0) return;
  drain(kMostWhenDraining);
  watch_.end(socket_.number());
  socket_ = Descriptor();
  is_backing_off_ = false;
}

}  // namespace agent_access::net
