/// \file
/// How much nonsense one HTTP/2 connection may send. Frames that cost a peer little and us something are counted, as
/// RFC 9113 section 10.5 asks; the caps on empty and PRIORITY frames are Envoy's. Everything else that is legal once
/// and hostile a thousand times takes from one budget, which answered requests and time refill. A connection over any
/// of them is ended with ENHANCE_YOUR_CALM.
///
/// Some of it belongs to the connection (pings, settings, unknown frames, WINDOW_UPDATE beyond need) and is always
/// charged here. The rest belongs to one stream (resets, crumbs of DATA, padding, refused and broken streams) and has a
/// price, which H2Connection takes from this budget or from that of the stream's client (h2_client_budgets.hpp).
///
/// Every cap grows with what was asked and answered, so that a connection may last for days.
///
/// Not thread safe. Not checked here: whether a frame is legal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "net/http2/frames.hpp"
#include "net/io/steady_time.hpp"

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
  static constexpr std::uint64_t kWindowUpdatesPerStream = 2;
  static constexpr std::uint64_t kWindowUpdatesPerData = 20;  ///< for each DATA frame that was sent
  /// Who reads in steps of 64 bytes, and opens the windows of stream and connection for each, sends two for 64 bytes.
  static constexpr std::uint64_t kBytesPerWindowUpdate = 32;
  static constexpr std::size_t kCrumb = 64;  ///< a DATA frame below this that does not end its stream

  explicit Guard(SteadyTime now) noexcept : refilled_(now) {}

  /// What the frame costs whoever is behind its stream; mostly nothing. Empty: the connection must end now.
  [[nodiscard]] std::optional<std::uint32_t> admit(const FrameHeader& frame, SteadyTime now) noexcept;
  /// Takes from the budget, for what frames do not show. False: nothing is left.
  [[nodiscard]] bool charge(std::uint32_t cost) noexcept;
  /// A request was answered in full and the peer took the answer.
  void answered() noexcept;
  /// A DATA frame was sent, for which the peer will open its windows again.
  void data_sent(std::size_t bytes) noexcept {
    ++data_sent_;
    bytes_sent_ += bytes;
  }

 private:
  [[nodiscard]] bool admit_emptiness(const FrameHeader& frame) noexcept;
  [[nodiscard]] bool admit_type(const FrameHeader& frame) noexcept;
  [[nodiscard]] bool admit_headers(const FrameHeader& frame) noexcept;
  [[nodiscard]] bool admit_ping() noexcept;
  [[nodiscard]] bool admit_window_update() noexcept;
  void refill(SteadyTime now) noexcept;

  SteadyTime refilled_;
  std::uint32_t budget_ = kBudget;
  std::uint32_t empty_in_a_row_ = 0;
  std::uint32_t continuations_ = 0;
  std::uint32_t highest_ = 0;  ///< stream
  std::uint32_t price_ = 0;    ///< of the current frame
  std::uint64_t opened_ = 0;
  std::uint64_t repeated_ = 0;  ///< HEADERS that open no stream
  std::uint64_t resets_ = 0;
  std::uint64_t priorities_ = 0;
  std::uint64_t window_updates_ = 0;
  std::uint64_t data_sent_ = 0;
  std::uint64_t bytes_sent_ = 0;
  bool ping_is_paid_ = false;  ///< by the RST_STREAM before it
};

}  // namespace agent_access::net::h2
