/// \file
/// Counters that one thread writes and any thread may read (relaxed atomics).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

namespace agent_access::ops {

/// Incremented by one thread only: a load and a store, no locked instruction.
class Counter {
 public:
  void add(std::uint64_t amount = 1) noexcept {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// Refusal reasons in order of appearance, at most kSlots; later ones count as "other". `used_` is raised after the
/// name is copied.
class Reasons {
 public:
  static constexpr std::size_t kSlots = 64;
  static constexpr std::size_t kLength = 48;

  void add(std::string_view reason) noexcept {
    const std::string_view name = reason.substr(0, kLength);
    const std::size_t used = used_.load(std::memory_order_relaxed);
    for (std::size_t index = 0; index < used; ++index) {
      if (slots_[index].text() == name) return slots_[index].count.add();
    }
    if (used == kSlots) return other_.add();
    std::memcpy(slots_[used].name.data(), name.data(), name.size());
    slots_[used].length = name.size();
    slots_[used].count.add();
    used_.store(used + 1, std::memory_order_release);
  }

  void sum_into(std::map<std::string, std::uint64_t>& sums) const {
    const std::size_t used = used_.load(std::memory_order_acquire);
    for (std::size_t index = 0; index < used; ++index)
      sums[std::string(slots_[index].text())] += slots_[index].count.value();
    if (other_.value() != 0) sums["other"] += other_.value();
  }

 private:
  struct Slot {
    std::array<char, kLength> name{};
    std::size_t length = 0;
    Counter count;
    [[nodiscard]] std::string_view text() const noexcept { return {name.data(), length}; }
  };
  std::array<Slot, kSlots> slots_;
  std::atomic<std::size_t> used_{0};
  Counter other_;
};

}  // namespace agent_access::ops
