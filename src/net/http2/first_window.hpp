/// \file
/// Keeps the first flow-control window of a shared HTTP/2 connection for clients that read. HAProxy gives back no bytes
/// of a response whose client cancelled, and enlarges the first window (65,535 bytes, RFC 9113 section 6.9.2) only when
/// it gets bytes for a client that is still there. Responses to cancelled requests alone would use up the window, and
/// the connection would be blocked for every later client.
///
/// So until the peer is known to give bytes back, only half of the window is for any body. From then on a body starts
/// with one small frame, the probe, followed by a PING. WINDOW_UPDATE for the connection opens the window for good. So
/// does the acknowledgement of the PING, if the peer has not reset the stream of the probe: the peer then read the
/// probe for a client that is there. Otherwise the next body sends a probe. Most proxies send WINDOW_UPDATE with their
/// preface; they get no probe. Bodies for no named client need none: only the peer's own requests wait for them.
///
/// Not thread safe: belongs to its connection. NOT checked: that frames are valid, which the library does.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "net/http2/frames.hpp"
#include "net/io/steady_time.hpp"

namespace agent_access::net::h2 {

class FirstWindow {
 public:
  /// Bytes of a body in a probe; a cancelled one is lost for the connection.
  static constexpr std::size_t kProbe = 64;
  static constexpr std::size_t kWindow = 65'535;
  /// Bytes of bodies before the first probe.
  static constexpr std::size_t kFree = kWindow / 2;

  /// A connection of one client needs no probes: its own requests are all that it can block.
  explicit FirstWindow(bool is_shared) noexcept : is_open_(!is_shared) {}

  [[nodiscard]] bool is_open() const noexcept { return is_open_; }
  /// The most bytes of a body for a client of the proxy in the next frame; zero while a probe is on its way.
  [[nodiscard]] std::size_t allowance() const noexcept;
  /// A frame with bytes of such a body is sent. True: it is a probe, and a PING must follow it.
  [[nodiscard]] bool sent(std::uint32_t stream, std::size_t bytes, SteadyTime now) noexcept;
  /// Whether the frame acknowledges a PING of this class; each is expected once.
  [[nodiscard]] bool expects(const FrameHeader& frame) const noexcept;
  /// A frame of the peer. True: bodies that had to wait may be sent.
  [[nodiscard]] bool note(const FrameHeader& frame) noexcept;
  /// Opens the window if the peer has not acknowledged for `patience`. True as for note().
  [[nodiscard]] bool tick(SteadyTime now, std::chrono::nanoseconds patience) noexcept;
  /// Little of the window is left, and the peer has given nothing back: the connection should be drained.
  [[nodiscard]] bool is_nearly_lost() const noexcept { return !is_open_ && sent_ >= kWindow / 4 * 3; }

 private:
  [[nodiscard]] bool end_probe() noexcept;

  std::size_t sent_ = 0;
  std::uint32_t probe_stream_ = 0;  ///< zero: no probe is on its way
  SteadyTime probed_at_;
  bool is_open_;
  bool is_cancelled_ = false;  ///< the stream of the probe
  bool awaits_acknowledgement_ = false;
};

}  // namespace agent_access::net::h2
