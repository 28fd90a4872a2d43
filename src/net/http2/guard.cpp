#include "net/http2/guard.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent_access::net::h2 {

std::optional<std::uint32_t> Guard::admit(const FrameHeader& frame, SteadyTime now) noexcept {
  refill(now);
  price_ = 0;
  if (!admit_emptiness(frame) || !admit_type(frame)) return std::nullopt;
  return price_;
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
      price_ = crumb || frame.has(kPadded) ? 1 : 0;
      return true;
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
      price_ = kResetCost;
      ping_is_paid_ = true;
      // A stream ends once. Who has ended it may say so again to each frame of the answer that was on its way, as
      // HAProxy does: one HEADERS frame and all of DATA.
      return ++resets_ <= kBudget + 2 * opened_ + data_sent_;
    case kPing:
      return admit_ping();
    default:
      return charge(1);
  }
}

/// Trailers pay, and are paid back by the answer; what comes for a closed stream is ignored by the library.
bool Guard::admit_headers(const FrameHeader& frame) noexcept {
  continuations_ = 0;
  const bool opens = frame.stream > highest_;
  if (opens) {
    highest_ = frame.stream;
    ++opened_;
  } else {
    ++repeated_;
  }
  price_ = opens && !frame.has(kPadded) ? 0 : 1;
  return repeated_ <= kBudget + opened_;  // a stream has one trailer
}

/// Go's client, and so a proxy made with it, sends a PING with a RST_STREAM to learn whether the server still answers.
bool Guard::admit_ping() noexcept { return std::exchange(ping_is_paid_, false) || charge(1); }

bool Guard::admit_window_update() noexcept {
  const std::uint64_t needed =
      kWindowUpdatesPerStream * opened_ + kWindowUpdatesPerData * data_sent_ + bytes_sent_ / kBytesPerWindowUpdate;
  if (window_updates_ >= needed) return charge(1);  // not counted: what is needed later stays free
  ++window_updates_;
  return true;
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
