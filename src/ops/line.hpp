/// \file
/// One log line as text: a JSON object (RFC 8259) or, for people, `time LEVEL event name=value …`. No clock, no I/O.
/// Malformed UTF-8 is replaced with U+FFFD and control characters are escaped in both forms: a value cannot add a line
/// feed or a terminal escape sequence. A value of more than kValueLimit bytes is cut, an empty one left out.
///
/// A bounded queue of lines: many producers, one consumer, no lock and no allocation. A ring buffer of words holds the
/// lines one after the other. Each follows a word with its size, which is written last: zero means that the line is not
/// complete. The consumer overwrites with zeros what it has read.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/zero_pages.hpp"
#include "ops/log.hpp"

namespace agent_access::ops {

inline constexpr std::size_t kValueLimit = 2048;  ///< fits a configuration error

using LogTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

enum class AnsiColor : std::uint8_t { off, on };

/// Appends the line and its line feed to `out`. The time is RFC 3339 in UTC with milliseconds, until the year 9999.
void append_json_line(std::string& out, LogTime time, Level level, std::string_view event,
                      std::initializer_list<LogField> fields);
void append_text_line(std::string& out, LogTime time, Level level, std::string_view event,
                      std::initializer_list<LogField> fields, AnsiColor color);

class LineQueue {
 public:
  /// `bytes`: room for the lines and 8 more for each, at least 1. Throws std::bad_alloc.
  explicit LineQueue(std::size_t bytes) : words_(words_of(bytes)) {}

  /// False when there is no room for `line`, which is not empty. Any thread.
  [[nodiscard]] bool push(std::string_view line) noexcept {
    const std::size_t taken = 1 + words_of(line.size());
    std::size_t place = tail_.load(std::memory_order_relaxed);
    do {
      // Negative when `place` is stale; the exchange below then fails.
      const auto used = static_cast<std::ptrdiff_t>(place + taken - head_.load(std::memory_order_acquire));
      if (used > static_cast<std::ptrdiff_t>(words_.size())) return false;
    } while (!tail_.compare_exchange_weak(place, place + taken, std::memory_order_relaxed));
    const std::size_t index = place % words_.size();
    const Parts parts = parts_behind(index, line.size());
    std::memcpy(parts.first, line.data(), parts.first_bytes);
    std::memcpy(begin(), line.data() + parts.first_bytes, line.size() - parts.first_bytes);
    std::atomic_ref(words_[index]).store(line.size(), std::memory_order_release);
    return true;
  }

  /// Appends the oldest line to `out`. False when there is none. Throws std::bad_alloc, the line then stays. The
  /// consumer's thread only.
  [[nodiscard]] bool pop(std::string& out) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    const std::size_t index = head % words_.size();
    const std::size_t size = std::atomic_ref(words_[index]).load(std::memory_order_acquire);
    if (size == 0) {
      rewind(head, index);
      return false;
    }
    const Parts parts = parts_behind(index, size);
    out.reserve(out.size() + size);
    out.append(parts.first, parts.first_bytes).append(begin(), size - parts.first_bytes);
    words_[index] = 0;
    std::memset(parts.first, 0, parts.first_bytes);
    std::memset(begin(), 0, size - parts.first_bytes);
    head_.store(head + 1 + words_of(size), std::memory_order_release);
    return true;
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t kUsedBeforeRewind = 16;  ///< a 16th of the ring
  /// A line that reaches the end of the ring continues at its start.
  struct Parts {
    char* first;
    std::size_t first_bytes;
  };

  /// An empty ring starts again at its first word once a 16th of it was used, so that under a steady load the lines
  /// stay in the processor's cache. The rest of the ring is reserved and released like one line; a producer that pushes
  /// meanwhile finds less room, but never so little that it drops a line.
  void rewind(std::size_t head, std::size_t index) noexcept {
    if (index == 0 || index < words_.size() / kUsedBeforeRewind) return;
    const std::size_t start = head + words_.size() - index;
    std::size_t tail = head;  // unless a producer has taken a place
    if (tail_.compare_exchange_strong(tail, start, std::memory_order_relaxed)) {
      head_.store(start, std::memory_order_release);
    }
  }

  [[nodiscard]] static constexpr std::size_t words_of(std::size_t bytes) noexcept {
    return (bytes + sizeof(Word) - 1) / sizeof(Word);
  }
  [[nodiscard]] char* begin() noexcept { return reinterpret_cast<char*>(&words_[0]); }
  [[nodiscard]] Parts parts_behind(std::size_t index, std::size_t size) noexcept {
    const std::size_t offset = (index + 1 == words_.size() ? 0 : index + 1) * sizeof(Word);
    return {begin() + offset, std::min(size, words_.size() * sizeof(Word) - offset)};
  }

  base::ZeroPages<Word> words_;
  alignas(64) std::atomic<std::size_t> tail_{0};
  alignas(64) std::atomic<std::size_t> head_{0};
};

}  // namespace agent_access::ops
