/// \file
/// Accepts from one listening socket. Backs off when descriptors or memory run out: retrying at once would use a whole
/// core. Belongs to its worker's thread.
#pragma once

#include <cstddef>

#include "base/ip_address.hpp"
#include "net/io/event_loop.hpp"
#include "net/io/sockets.hpp"
#include "net/io/steady_time.hpp"

namespace agent_access::net {

class ListenerOwner {
 public:
  /// A new, non-blocking connection. May throw: the connection is closed then and the listener backs off.
  virtual void accepted(Descriptor socket, const base::IpAddress& peer) = 0;
  /// The listener accepts nothing until the tick after kBackOff.
  virtual void backing_off(int error_number) noexcept = 0;

 protected:
  ~ListenerOwner() = default;
};

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
