/// \file
/// Exponential back-off with jitter for the reconciler, and which outcomes are changes to report. Pure: the time and
/// the jitter are arguments. Thread safety: an instance belongs to one thread.
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
  /// After so long in step, the next failure starts again with the least wait.
  static constexpr Duration kSteady{2000};

  /// A change to report once: true when Redis was reached again, false when it was lost.
  using Change = std::optional<bool>;

  [[nodiscard]] Change succeeded(Moment now) noexcept {
    if (is_in_step_ != true) since_ = now;
    if (now - since_ >= kSteady) wait_ = kLeastWait;
    return change_to(true);
  }

  [[nodiscard]] Change failed(Moment now) noexcept {
    if (is_in_step_ == true && now - since_ >= kSteady) wait_ = kLeastWait;
    return change_to(false);
  }

  /// Half to all of the present wait, which then doubles. `random` is any number: the jitter avoids a thundering herd.
  [[nodiscard]] Duration next_wait(std::uint64_t random) noexcept {
    const auto half = static_cast<std::uint64_t>(wait_.count() / 2);
    const Duration chosen{static_cast<std::int64_t>(half + random % (half + 1))};
    wait_ = std::min(wait_ * 2, kMostWait);
    return chosen;
  }

 private:
  Change change_to(bool is_in_step) noexcept {
    if (is_in_step_ == is_in_step) return std::nullopt;
    is_in_step_ = is_in_step;
    return is_in_step;
  }

  std::optional<bool> is_in_step_;  ///< nothing before the first outcome, which is always reported
  Moment since_{};
  Duration wait_ = kLeastWait;
};

}  // namespace agent_access::limit
