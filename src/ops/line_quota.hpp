/// \file
/// How many lines about refused requests one worker may write in a second, so that a million bad requests do not fill a
/// disk. Lines that are left out are counted. Not thread safe: belongs to its worker's thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

namespace agent_access::ops {

class LineQuota {
 public:
  /// 0: no quota.
  explicit LineQuota(std::uint64_t lines_per_second) noexcept : most_(lines_per_second) {}

  [[nodiscard]] bool is_on() const noexcept { return most_ != 0; }
  /// Uses one line of the quota of the second of `now`. When none is left, counts the line as left out and returns
  /// false. `now` is monotonic.
  [[nodiscard]] bool take(std::chrono::nanoseconds now) noexcept {
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    if (second != second_) {
      second_ = second;
      written_ = 0;
    }
    if (written_ < most_) {
      ++written_;
      return true;
    }
    ++left_out_;
    return false;
  }
  /// The lines left out since the last call.
  [[nodiscard]] std::uint64_t take_left_out() noexcept { return std::exchange(left_out_, 0); }

 private:
  std::uint64_t most_;
  std::uint64_t written_ = 0;
  std::uint64_t left_out_ = 0;
  std::chrono::seconds second_{std::chrono::seconds::min()};
};

}  // namespace agent_access::ops
