/// \file
/// HTTP/2 on a socket: moves bytes between a channel and an H2Connection, which does the rest.
///
/// Not thread safe: belongs to its connection.
#pragma once

#include <cstdint>

#include "net/http1/request_reader.hpp"
#include "net/http2/connection.hpp"
#include "net/io/event_loop.hpp"
#include "net/tls/channel.hpp"

namespace agent_access::net {

class H2Transport {
 public:
  enum class State : std::uint8_t {
    open,
    finished,  ///< everything is sent, and nothing more is received
    broken,    ///< close at once
  };

  /// The connection counts from `accepted`. `channel` must outlive it.
  H2Transport(WorkerResources& resources, const base::IpAddress& peer, Channel& channel, SteadyTime accepted,
              SteadyTime now);

  [[nodiscard]] H2Connection& connection() noexcept { return connection_; }
  [[nodiscard]] const H2Connection& connection() const noexcept { return connection_; }

  /// After any event: passes on received bytes and sends pending ones. `now` becomes the time of the last write, so
  /// that durations include the time since the start of the event.
  [[nodiscard]] State go_on(ReadBuffer& received, SteadyTime& now);
  /// The event that an open connection waits for.
  [[nodiscard]] Interest interest() noexcept;
  /// The socket is writable.
  void unblock() noexcept { is_blocked_ = false; }

 private:
  [[nodiscard]] bool flush(SteadyTime& now);

  Channel& channel_;
  H2Connection connection_;
  bool is_blocked_ = false;  ///< the socket accepts no more bytes
};

}  // namespace agent_access::net
