/// \file
/// Counters that one thread writes and any thread may read (relaxed atomics).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

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

// What one worker counts by gated document and gate: responses by status class, refusals by reason, bytes of bodies.
// The worker's thread writes, any thread reads (relaxed atomics). Bounded: the names come from the configuration, and
// of further ones, which only reloads can bring, everything is counted under "other".

inline constexpr std::size_t kStatusClasses = 6;
/// By status class: 2 for 2xx; 0 for a status that is none.
inline constexpr std::array<std::string_view, kStatusClasses> kStatusClassNames = {"other", "1xx", "2xx",
                                                                                   "3xx",   "4xx", "5xx"};

/// Of one gated document or gate.
struct ResourceTotals {
  std::array<std::uint64_t, kStatusClasses> status_classes{};
  std::map<std::string, std::uint64_t> refusals;  ///< by reason
  std::uint64_t bytes = 0;                        ///< of the bodies of documents
};

class ResourceCounters {
 public:
  static constexpr std::size_t kMostNames = 256;

  ResourceCounters();
  ~ResourceCounters();
  ResourceCounters(const ResourceCounters&) = delete;
  ResourceCounters& operator=(const ResourceCounters&) = delete;

  struct Response {
    std::uint16_t status;
    std::string_view reason;  ///< of a refusal; empty otherwise
    std::uint64_t bytes;      ///< of its body
  };
  /// Out of memory, the response is not counted here.
  void count(std::string_view resource, const Response& response) noexcept;
  void sum_into(std::map<std::string, ResourceTotals>& sums) const;

 private:
  struct Row;
  [[nodiscard]] Row& row_of(std::string_view resource);

  std::array<std::unique_ptr<Row>, kMostNames> rows_;
  std::atomic<std::size_t> used_{0};                  ///< raised after a row is complete
  std::unordered_map<std::string_view, Row*> found_;  ///< by the name in the row; the worker's thread only
};

}  // namespace agent_access::ops
