#include "net/h2_guard.hpp"

#include <algorithm>
#include <chrono>

namespace agent_access::net::h2 {

bool Guard::admit(const FrameHeader& frame, SteadyTime now) noexcept {
  refill(now);
  return admit_emptiness(frame) && admit_type(frame);
}

/// Frames that may carry bytes, carry none and end nothing.
bool Guard::admit_emptiness(const FrameHeader& frame) noexcept {
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
      const bool crumb = frame.length < kCrumb && !frame.has(kEndStream);
      return !(crumb || frame.has(kPadded)) || charge(1);
    }
    case kHeaders: {
      continuations_ = 0;
      const bool opens = frame.stream > highest_;
      if (opens) {
        highest_ = frame.stream;
        ++opened_;
      }
      // Trailers pay, and are paid back by the answer; what comes for a closed stream is ignored by the library.
      return (opens && !frame.has(kPadded)) || charge(1);
    }
    case kContinuation:
      return ++continuations_ <= kMostContinuations;
    case kPriority:
    case kPriorityUpdate:
      return ++priorities_ <= kPriorityPerStream * (1 + opened_);
    case kWindowUpdate:
      return ++window_updates_ <= 5 + 2 * (opened_ + kWindowUpdatesPerData * data_sent_);
    case kReset:
      return charge(kResetCost);
    default:
      return charge(1);
  }
}

bool Guard::charge(std::uint32_t cost) noexcept {
  if (cost > budget_) return false;
  budget_ -= cost;
  return true;
}

void Guard::answered() noexcept { budget_ = std::min(kBudget, budget_ + kAnswerRefill); }

/// Whole units only: what is left of a unit is kept in the time it was earned.
void Guard::refill(SteadyTime now) noexcept {
  constexpr std::chrono::nanoseconds kUnit = std::chrono::nanoseconds(std::chrono::seconds(1)) / kRefillPerSecond;
  if (now < refilled_ + kUnit) return;
  const auto units = (now - refilled_) / kUnit;
  refilled_ += units * kUnit;
  const auto room = static_cast<std::int64_t>(kBudget - budget_);
  budget_ += static_cast<std::uint32_t>(std::min<std::int64_t>(units, room));
}

}  // namespace agent_access::net::h2
