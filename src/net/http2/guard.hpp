/// \file
/// Limits frame floods on one HTTP/2 connection. Frames that are cheap to send and costly to process are counted, as
/// RFC 9113 section 10.5 requires; the caps on empty and PRIORITY frames are Envoy's. All other frames that are legal
/// but harmful in large numbers are charged to one budget, which completed requests and time refill. A connection
/// beyond any of these limits is ended with ENHANCE_YOUR_CALM.
///
/// Every cap grows with the number of requests and responses, so that a connection may last for days.
///
/// Not thread safe. NOT checked: whether a frame is legal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "net/http2/frames.hpp"
#include "net/io/event_loop.hpp"

namespace agent_access::net::h2 {

class Guard {
 public:
  static constexpr std::uint32_t kBudget = 200;
  static constexpr std::uint32_t kRefillPerSecond = 10;
  static constexpr std::uint32_t kAnswerRefill = 2;
  static constexpr std::uint32_t kResetCost = 2;  ///< by the peer, or by the server for a fault of the peer
  static constexpr std::uint32_t kStallCost = 20;
  static constexpr std::uint32_t kMostContinuations = 8;
  static constexpr std::uint32_t kMostEmptyInARow = 1;
  static constexpr std::uint64_t kPriorityPerStream = 100;
  static constexpr std::uint64_t kWindowUpdatesPerStream = 2;
  static constexpr std::uint64_t kWindowUpdatesPerData = 20;  ///< for each DATA frame that was sent
  /// A peer that reads 64 bytes at a time, and updates the windows of stream and connection, sends two for 64 bytes.
  static constexpr std::uint64_t kBytesPerWindowUpdate = 32;
  static constexpr std::size_t kTinyData = 64;  ///< a DATA frame below this that does not end its stream is charged

  explicit Guard(SteadyTime now) noexcept : refilled_(now) {}

  /// Counts a frame. False: the connection must end now.
  [[nodiscard]] bool admit(const FrameHeader& frame, SteadyTime now) noexcept;
  /// Charges the budget for costs that a frame header does not show. False: nothing is left.
  [[nodiscard]] bool charge(std::uint32_t cost) noexcept;
  /// A response was sent completely.
  void answered() noexcept;
  /// A DATA frame was sent, for which the peer will send WINDOW_UPDATE.
  void data_sent(std::size_t bytes) noexcept {
    ++data_sent_;
    bytes_sent_ += bytes;
  }

 private:
  [[nodiscard]] bool admit_empty_frame(const FrameHeader& frame) noexcept;
  [[nodiscard]] bool admit_type(const FrameHeader& frame) noexcept;
  [[nodiscard]] bool admit_headers(const FrameHeader& frame) noexcept;
  [[nodiscard]] bool admit_ping() noexcept;
  [[nodiscard]] bool admit_window_update() noexcept;
  void refill(SteadyTime now) noexcept;

  SteadyTime refilled_;
  std::uint32_t budget_ = kBudget;
  std::uint32_t empty_in_a_row_ = 0;
  std::uint32_t continuations_ = 0;
  std::uint32_t highest_ = 0;  ///< stream identifier
  std::uint64_t opened_ = 0;
  std::uint64_t priorities_ = 0;
  std::uint64_t window_updates_ = 0;
  std::uint64_t data_sent_ = 0;
  std::uint64_t bytes_sent_ = 0;
  bool ping_is_free_ = false;  ///< the RST_STREAM before it was charged
};

}  // namespace agent_access::net::h2
