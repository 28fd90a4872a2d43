/// \file
/// Saturating arithmetic on nanoseconds. Pure; thread safe.
#pragma once

#include <cstdint>

#include "limit/gcra.hpp"

namespace agent_access::limit {

/// The limit at which a result that does not fit saturates.
[[nodiscard]] constexpr Nanoseconds end_of_time(bool is_past) noexcept {
  return is_past ? Nanoseconds::min() : Nanoseconds::max();
}

[[nodiscard]] constexpr Nanoseconds plus(Nanoseconds left, Nanoseconds right) noexcept {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(left.count(), right.count(), &sum)) return end_of_time(right.count() < 0);
  return Nanoseconds{sum};
}

[[nodiscard]] constexpr Nanoseconds minus(Nanoseconds left, Nanoseconds right) noexcept {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(left.count(), right.count(), &difference)) return end_of_time(right.count() > 0);
  return Nanoseconds{difference};
}

[[nodiscard]] constexpr Nanoseconds times(Nanoseconds one, std::int64_t count) noexcept {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(one.count(), count, &product)) return end_of_time((one.count() < 0) != (count < 0));
  return Nanoseconds{product};
}

}  // namespace agent_access::limit
