#include "net/io/event_loop.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace agent_access::net {
namespace {

constexpr std::chrono::milliseconds kLongest{60'000};

std::uint32_t events_of(Interest interest) noexcept {
  return (includes(interest, Interest::readable) ? std::uint32_t{EPOLLIN} : 0) |
         (includes(interest, Interest::writable) ? std::uint32_t{EPOLLOUT} : 0);
}

Interest readiness_of(std::uint32_t events) noexcept {
  if ((events & (EPOLLERR | EPOLLHUP)) != 0 || (events & (EPOLLIN | EPOLLOUT)) == (EPOLLIN | EPOLLOUT)) {
    return Interest::both;
  }
  return (events & EPOLLOUT) != 0 ? Interest::writable : Interest::readable;
}

/// Rounded up, so that the loop does not spin during the last millisecond.
int milliseconds_until(std::optional<SteadyTime> due) noexcept {
  if (!due) return -1;
  const SteadyTime now = SteadyClock::now();
  if (*due <= now) return 0;
  return static_cast<int>(std::min(std::chrono::ceil<std::chrono::milliseconds>(*due - now), kLongest).count());
}

constexpr std::chrono::milliseconds kBackOff{100};
/// Connections accepted in one turn of the loop, before open connections are served.
constexpr std::size_t kMostAccepted = 64;
/// Several times the longest accept queue: ends a drain while new connections keep arriving.
constexpr std::size_t kMostWhenDraining = 65'536;

/// accept(2) lists network errors of the new connection that are to be treated like a retry.
bool concerns_one_connection(int error) noexcept {
  constexpr std::array kErrors = {EINTR,       ECONNABORTED, EPROTO, EPERM,        ENETDOWN,
                                  ENOPROTOOPT, EHOSTDOWN,    ENONET, EHOSTUNREACH, ENETUNREACH};
  return std::ranges::find(kErrors, error) != kErrors.end();
}

}  // namespace

EventLoop::EventLoop() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (epoll_.number() < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
}

void EventLoop::turn(std::optional<SteadyTime> due) noexcept {
  std::array<epoll_event, kMostEvents> ready;
  const int count =
      ::epoll_wait(epoll_.number(), ready.data(), static_cast<int>(ready.size()), milliseconds_until(due));
  if (count <= 0) return;  // -1 for a signal: the caller calls again
  const SteadyTime now = SteadyClock::now();
  ready_ = static_cast<std::size_t>(count);
  for (int index = 0; index < count; ++index) {
    const epoll_event& event = ready[static_cast<std::size_t>(index)];
    static_cast<EventSource*>(event.data.ptr)->on_ready(readiness_of(event.events), now);
  }
}

bool Watch::want(int descriptor, Interest interest) noexcept {
  if (interest == interest_) return true;
  epoll_event event{};
  event.events = events_of(interest);
  event.data.ptr = &source_;
  const int change = is_added_ ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (::epoll_ctl(loop_.epoll_.number(), change, descriptor, &event) != 0) return false;
  interest_ = interest;
  is_added_ = true;
  return true;
}

void Watch::end(int descriptor) noexcept {
  if (is_added_) ::epoll_ctl(loop_.epoll_.number(), EPOLL_CTL_DEL, descriptor, nullptr);
  is_added_ = false;
  interest_ = Interest::nothing;
}

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
