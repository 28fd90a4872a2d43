/// \file
/// When to try again, and when to speak: the reconciler's backoff from one outcome to the next. Pure: the time and the
/// jitter come from outside. Thread safety: an instance belongs to one thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace agent_access::limit {

class Backoff {
 public:
  using Duration = std::chrono::milliseconds;
  using Moment = std::chrono::nanoseconds;

  static constexpr Duration kLeastWait{100};
  static constexpr Duration kMostWait{2000};
  /// In step for so long, the next failure is a new one and waits the least again.
  static constexpr Duration kSteady{2000};

  /// What changed for the outside, to be told once: true when the fleet was reached again, false when it was lost.
  using Turn = std::optional<bool>;

  [[nodiscard]] Turn succeeded(Moment now) noexcept {
    if (is_in_step_ != true) since_ = now;
    if (now - since_ >= kSteady) wait_ = kLeastWait;
    return turn_to(true);
  }

  [[nodiscard]] Turn failed(Moment now) noexcept {
    if (is_in_step_ == true && now - since_ >= kSteady) wait_ = kLeastWait;
    return turn_to(false);
  }

  /// Half to all of the present back-off, which doubles. `random` is any number: replicas must not return in a troop.
  [[nodiscard]] Duration next_wait(std::uint64_t random) noexcept {
    const auto half = static_cast<std::uint64_t>(wait_.count() / 2);
    const Duration chosen{static_cast<std::int64_t>(half + random % (half + 1))};
    wait_ = std::min(wait_ * 2, kMostWait);
    return chosen;
  }

 private:
  Turn turn_to(bool is_in_step) noexcept {
    if (is_in_step_ == is_in_step) return std::nullopt;
    is_in_step_ = is_in_step;
    return is_in_step;
  }

  std::optional<bool> is_in_step_;  ///< nothing before the first outcome, which is always told
  Moment since_{};
  Duration wait_ = kLeastWait;
};

}  // namespace agent_access::limit
