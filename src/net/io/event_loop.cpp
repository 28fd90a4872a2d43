#include "net/io/event_loop.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

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
  is_ended_ = false;
  for (int index = 0; index < count && !is_ended_; ++index) {
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

}  // namespace agent_access::net
