/// \file
/// A bounded queue of lines: many producers, one consumer, no lock. Slots keep their storage, so that a line costs no
/// allocation once the queue has been round. After D. Vyukov's bounded queue: a slot's turn says whose it is.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace agent_access::ops {

class LineQueue {
 public:
  /// Rounded up to a power of two, at least 2.
  explicit LineQueue(std::size_t capacity)
      : mask_(std::bit_ceil(capacity < 2 ? std::size_t{2} : capacity) - 1), slots_(new Slot[mask_ + 1]) {
    for (std::size_t index = 0; index <= mask_; ++index) slots_[index].turn.store(index, std::memory_order_relaxed);
  }

  /// Exchanges `line` with an older string, kept for its storage. False when full; `line` is then as it was. Any
  /// thread.
  [[nodiscard]] bool push(std::string& line) noexcept {
    std::size_t place = tail_.load(std::memory_order_relaxed);
    while (true) {
      Slot& slot = slots_[place & mask_];
      const std::size_t turn = slot.turn.load(std::memory_order_acquire);
      if (turn == place) {
        if (!tail_.compare_exchange_weak(place, place + 1, std::memory_order_relaxed)) continue;
        slot.line.swap(line);
        slot.turn.store(place + 1, std::memory_order_release);
        return true;
      }
      if (turn < place) return false;  // the consumer has not emptied it yet
      place = tail_.load(std::memory_order_relaxed);
    }
  }

  /// Appends the oldest line to `out`. False when there is none. The consumer's thread only.
  [[nodiscard]] bool pop(std::string& out) {
    Slot& slot = slots_[head_ & mask_];
    if (slot.turn.load(std::memory_order_acquire) != head_ + 1) return false;
    out += slot.line;
    slot.line.clear();
    slot.turn.store(head_ + mask_ + 1, std::memory_order_release);
    ++head_;
    return true;
  }

 private:
  struct Slot {
    std::atomic<std::size_t> turn{0};
    std::string line;
  };

  std::size_t mask_;
  std::unique_ptr<Slot[]> slots_;
  alignas(64) std::atomic<std::size_t> tail_{0};
  alignas(64) std::size_t head_ = 0;
};

}  // namespace agent_access::ops
