/// \file
/// Tells the connections of one thread which of their sockets are ready: epoll(7), level-triggered, one system call for
/// all that is ready at once. A source is told again and again while it wants what its socket has, so that nothing is
/// lost when it takes only a part, and reading once for each time is enough.
///
/// Not thread safe: belongs to its worker's thread.
#pragma once

#include <cstdint>
#include <optional>

#include "net/io/sockets.hpp"
#include "net/io/steady_time.hpp"

namespace agent_access::net {

/// What a source wants to be told of. A broken socket is told of whatever is wanted.
enum class Interest : std::uint8_t { nothing = 0, readable = 1, writable = 2, both = 3 };

[[nodiscard]] constexpr bool includes(Interest interest, Interest part) noexcept {
  return (static_cast<unsigned>(interest) & static_cast<unsigned>(part)) != 0;
}

class EventSource {
 public:
  /// `ready` is what the socket is ready for; both when it is broken: the call that follows tells why. `now` is when
  /// this became known, for all of one turn. Must not destroy a source, not even this one, before the turn of the loop
  /// has ended: it may be among those that are told next.
  virtual void on_ready(Interest ready, SteadyTime now) noexcept = 0;

 protected:
  ~EventSource() = default;
};

class EventLoop {
 public:
  /// Throws std::system_error when the system has no descriptor or no memory for it.
  EventLoop();

  /// Waits until a source is ready, or until `due` has come (a minute at most), then tells each that is ready once, or
  /// as many as are told before end_turn().
  void turn(std::optional<SteadyTime> due) noexcept;

  /// Called by a source: the rest of those that are ready are told in the next turn.
  void end_turn() noexcept { is_ended_ = true; }

 private:
  friend class Watch;

  Descriptor epoll_;
  bool is_ended_ = false;
};

/// The interest of one source in one descriptor. To be ended before the descriptor is closed: where the socket is open
/// elsewhere too, closing does not end it.
class Watch {
 public:
  Watch(EventLoop& loop, EventSource& source) noexcept : loop_(loop), source_(source) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// No system call when nothing changes. False when the kernel refuses (no memory for the first interest): errno says
  /// why, and the interest is what it was.
  [[nodiscard]] bool want(int descriptor, Interest interest) noexcept;
  void end(int descriptor) noexcept;
  [[nodiscard]] bool wants(Interest part) const noexcept { return includes(interest_, part); }

 private:
  EventLoop& loop_;
  EventSource& source_;
  Interest interest_ = Interest::nothing;
  bool is_known_ = false;  ///< to the kernel
};

}  // namespace agent_access::net
