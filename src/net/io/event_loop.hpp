/// \file
/// Notifies the connections of one thread when their sockets are ready, and accepts new ones: epoll(7),
/// level-triggered, one system call for all sockets that are ready. A source is notified in every turn while its socket
/// is ready for what it wants, so that one read per notification is enough.
///
/// Not thread safe: belongs to its worker's thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/ip_address.hpp"
#include "net/io/sockets.hpp"

namespace agent_access::net {

using SteadyClock = std::chrono::steady_clock;
using SteadyTime = SteadyClock::time_point;

/// How often deadlines are checked: one timer per worker for all connections.
inline constexpr std::chrono::milliseconds kTick{100};

/// The events a source wants. An error on the socket is reported whatever is wanted.
enum class Interest : std::uint8_t { nothing = 0, readable = 1, writable = 2, both = 3 };

[[nodiscard]] constexpr bool includes(Interest interest, Interest part) noexcept {
  return (static_cast<unsigned>(interest) & static_cast<unsigned>(part)) != 0;
}

/// Events of one turn. More save nothing, and the first response of a turn waits until the last request is handled.
inline constexpr std::size_t kMostEvents = 32;

class EventSource {
 public:
  /// `ready` is what the socket is ready for; both after an error, which the next system call returns. `now` is the
  /// time of this turn. Must not destroy a source, not even this one, before the turn has ended.
  virtual void on_ready(Interest ready, SteadyTime now) noexcept = 0;

 protected:
  ~EventSource() = default;
};

class EventLoop {
 public:
  /// Throws std::system_error when the system is out of descriptors or memory.
  EventLoop();

  /// Waits until a source is ready or until `due` (a minute at most), then notifies each ready source once.
  void turn(std::optional<SteadyTime> due) noexcept;

  /// Sources that this turn notifies; at least one.
  [[nodiscard]] std::size_t ready() const noexcept { return ready_; }

 private:
  friend class Watch;

  Descriptor epoll_;
  std::size_t ready_ = 1;
};

/// The interest of one source in one descriptor. Call end() before the descriptor is closed: closing does not end the
/// interest while another descriptor refers to the same socket.
class Watch {
 public:
  Watch(EventLoop& loop, EventSource& source) noexcept : loop_(loop), source_(source) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// No system call when nothing changes. False when the kernel refuses (no memory for the first interest): errno is
  /// set, and the interest is unchanged.
  [[nodiscard]] bool want(int descriptor, Interest interest) noexcept;
  void end(int descriptor) noexcept;
  [[nodiscard]] bool wants(Interest part) const noexcept { return includes(interest_, part); }
  [[nodiscard]] const EventLoop& loop() const noexcept { return loop_; }

 private:
  EventLoop& loop_;
  EventSource& source_;
  Interest interest_ = Interest::nothing;
  bool is_added_ = false;  ///< to the epoll set
};

class ListenerOwner {
 public:
  /// A new, non-blocking connection. May throw: the connection is closed then and the listener backs off.
  virtual void accepted(Descriptor socket, const base::IpAddress& peer) = 0;
  /// The listener accepts nothing until the tick after kBackOff.
  virtual void backing_off(int error_number) noexcept = 0;

 protected:
  ~ListenerOwner() = default;
};

/// Accepts from one listening socket. Backs off when descriptors or memory run out, instead of using a whole core.
class Listener final : private EventSource {
 public:
  Listener(EventLoop& loop, Descriptor socket, ListenerOwner& owner);

  void start() noexcept;
  /// Resumes after a back-off.
  void tick(SteadyTime now) noexcept;
  /// Accepts what is still in the queue, then closes, so that no queued connection is reset.
  void drain_and_close() noexcept;
  [[nodiscard]] bool is_backing_off() const noexcept { return is_backing_off_; }

 private:
  void on_ready(Interest ready, SteadyTime now) noexcept override;
  void drain(std::size_t most) noexcept;
  void back_off(int error_number) noexcept;

  Descriptor socket_;
  Watch watch_;
  ListenerOwner& owner_;
  bool is_backing_off_ = false;
  SteadyTime resume_at_;
};

}  // namespace agent_access::net
