/// \file
/// How much nonsense one HTTP/2 connection may send. Frames that cost a peer little and us something are counted, as
/// RFC 9113 section 10.5 asks; the caps on empty, PRIORITY and WINDOW_UPDATE frames are Envoy's. Everything else that
/// is legal once and hostile a thousand times (resets, pings, settings, unknown frames, crumbs of DATA, padding,
/// refused and broken streams) takes from one budget, which answered requests and time refill. A connection over any of
/// them is ended with ENHANCE_YOUR_CALM.
///
/// Not thread safe. Not checked here: whether a frame is legal.
#pragma once

#include <cstdint>

#include "net/h2_frames.hpp"
#include "net/steady_time.hpp"

namespace agent_access::net::h2 {

class Guard {
 public:
  static constexpr std::uint32_t kBudget = 200;
  static constexpr std::uint32_t kRefillPerSecond = 10;
  static constexpr std::uint32_t kAnswerRefill = 2;
  static constexpr std::uint32_t kResetCost = 2;  ///< sent by the peer, or by us for a fault of the peer
  static constexpr std::uint32_t kStallCost = 20;
  static constexpr std::uint32_t kMostContinuations = 8;
  static constexpr std::uint32_t kMostEmptyInARow = 1;
  static constexpr std::uint64_t kPriorityPerStream = 100;
  static constexpr std::uint64_t kWindowUpdatesPerData = 10;
  static constexpr std::size_t kCrumb = 64;  ///< a DATA frame below this that does not end its stream

  explicit Guard(SteadyTime now) noexcept : refilled_(now) {}

  /// False: the connection must end now.
  [[nodiscard]] bool admit(const FrameHeader& frame, SteadyTime now) noexcept;
  /// Takes from the budget, for what frames do not show. False: nothing is left.
  [[nodiscard]] bool charge(std::uint32_t cost) noexcept;
  /// A request was answered in full and the peer took the answer.
  void answered() noexcept;
  /// A DATA frame was sent, for which the peer will open its window again.
  void data_sent() noexcept { ++data_sent_; }

 private:
  [[nodiscard]] bool admit_emptiness(const FrameHeader& frame) noexcept;
  [[nodiscard]] bool admit_type(const FrameHeader& frame) noexcept;
  void refill(SteadyTime now) noexcept;

  SteadyTime refilled_;
  std::uint32_t budget_ = kBudget;
  std::uint32_t empty_in_a_row_ = 0;
  std::uint32_t continuations_ = 0;
  std::uint32_t highest_ = 0;  ///< stream
  std::uint64_t opened_ = 0;
  std::uint64_t priorities_ = 0;
  std::uint64_t window_updates_ = 0;
  std::uint64_t data_sent_ = 0;
};

}  // namespace agent_access::net::h2
