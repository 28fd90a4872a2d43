#include "net/listener.hpp"

#include <sys/socket.h>

#include <boost/asio/error.hpp>

#include <cerrno>
#include <chrono>
#include <utility>

namespace agent_access::net {
namespace {

constexpr std::chrono::milliseconds kBackOff{100};
/// Connections taken at one go before those that are open get their turn.
constexpr std::size_t kMostAtOnce = 64;
/// The longest queue a kernel keeps, several times over: the end of a drain that new arrivals keep feeding.
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

Listener::Listener(boost::asio::io_context& context, Descriptor socket, ListenerOwner& owner)
    : socket_(context.get_executor(), socket.number()), owner_(owner) {
  static_cast<void>(socket.release());
}

void Listener::start() noexcept { await_arrivals(); }

void Listener::await_arrivals() noexcept {
  try {
    socket_.async_wait(boost::asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& error) {
      if (!error) return on_arrivals();
      // A wait that failed would never end: only the close of the socket means that nobody is to be awaited.
      if (error != boost::asio::error::operation_aborted && socket_.is_open()) rest(error.value());
    });
  } catch (...) {
    rest(ENOMEM);
  }
}

void Listener::rest(int error_number) noexcept {
  resting_ = true;
  resume_at_ = SteadyClock::now() + kBackOff;
  owner_.backing_off(error_number);
}

void Listener::on_arrivals() noexcept {
  if (!socket_.is_open()) return;
  if (drain(kMostAtOnce) != Drained::failed) await_arrivals();
}

void Listener::tick(SteadyTime now) noexcept {
  if (!resting_ || now < resume_at_) return;
  resting_ = false;
  if (socket_.is_open()) await_arrivals();
}

Listener::Drained Listener::drain(std::size_t most) noexcept {
  for (std::size_t taken = 0; taken < most; ++taken) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    Descriptor connection(
        ::accept4(socket_.native_handle(), reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
    int error = connection.number() < 0 ? errno : 0;
    if (error == EAGAIN || error == EWOULDBLOCK) return Drained::empty;
    if (concerns_one_connection(error)) continue;
    if (error == 0) {
      try {
        owner_.accepted(std::move(connection), base::IpAddress::from(address));
        continue;
      } catch (...) {
        error = ENOMEM;
      }
    }
    rest(error);
    return Drained::failed;
  }
  return Drained::more;
}

void Listener::drain_and_close() noexcept {
  if (!socket_.is_open()) return;
  drain(kMostWhenDraining);
  close();
}

void Listener::close() noexcept {
  boost::system::error_code ignored;
  static_cast<void>(socket_.close(ignored));
  resting_ = false;
}

}  // namespace agent_access::net
