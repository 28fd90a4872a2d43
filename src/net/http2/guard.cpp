#include "net/http2/guard.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent_access::net::h2 {

bool Guard::admit(const FrameHeader& frame, SteadyTime now) noexcept {
  refill(now);
  return admit_empty_frame(frame) && admit_type(frame);
}

/// Frames without a payload that do not end a stream or header block.
bool Guard::admit_empty_frame(const FrameHeader& frame) noexcept {
  if (frame.type != kData && frame.type != kHeaders && frame.type != kContinuation) return true;
  const bool ends_stream = frame.type != kContinuation && frame.has(kEndStream);
  if (frame.length > 0 || ends_stream) {
    empty_in_a_row_ = 0;
    return true;
  }
  return ++empty_in_a_row_ <= kMostEmptyInARow;
}

bool Guard::admit_type(const FrameHeader& frame) noexcept {
  switch (frame.type) {
    case kData: {
      const bool is_tiny = frame.length < kTinyData && !frame.has(kEndStream);
      return charge(is_tiny || frame.has(kPadded) ? 1 : 0);
    }
    case kHeaders:
      return admit_headers(frame);
    case kContinuation:
      return ++continuations_ <= kMostContinuations;
    case kPriority:
    case kPriorityUpdate:
      return ++priorities_ <= kPriorityPerStream * (1 + opened_);
    case kWindowUpdate:
      return admit_window_update();
    case kReset:
      ping_is_free_ = true;
      return charge(kResetCost);
    case kPing:
      return admit_ping();
    default:
      return charge(1);
  }
}

/// Trailers are charged, which the response refunds; the library ignores frames for a closed stream.
bool Guard::admit_headers(const FrameHeader& frame) noexcept {
  continuations_ = 0;
  const bool opens = frame.stream > highest_;
  if (opens) {
    highest_ = frame.stream;
    ++opened_;
  }
  return charge(opens && !frame.has(kPadded) ? 0 : 1);
}

/// Go's client sends a PING with a RST_STREAM to check that the server still responds.
bool Guard::admit_ping() noexcept { return std::exchange(ping_is_free_, false) || charge(1); }

bool Guard::admit_window_update() noexcept {
  const std::uint64_t needed =
      kWindowUpdatesPerStream * opened_ + kWindowUpdatesPerData * data_sent_ + bytes_sent_ / kBytesPerWindowUpdate;
  if (window_updates_ >= needed) return charge(1);  // not counted, so that needed ones stay free later
  ++window_updates_;
  return true;
}

bool Guard::charge(std::uint32_t cost) noexcept {
  if (cost > budget_) return false;
  budget_ -= cost;
  return true;
}

void Guard::answered() noexcept { budget_ = std::min(kBudget, budget_ + kAnswerRefill); }

/// Whole units only: the remaining time counts for the next refill.
void Guard::refill(SteadyTime now) noexcept {
  constexpr std::chrono::nanoseconds kUnit = std::chrono::nanoseconds(std::chrono::seconds(1)) / kRefillPerSecond;
  if (now < refilled_ + kUnit) return;
  const auto units = (now - refilled_) / kUnit;
  refilled_ += units * kUnit;
  const auto room = static_cast<std::int64_t>(kBudget - budget_);
  budget_ += static_cast<std::uint32_t>(std::min<std::int64_t>(units, room));
}

}  // namespace agent_access::net::h2
