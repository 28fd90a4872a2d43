/// \file
/// The bytes received on one connection and not yet used up. Starts small, because most connections are idle and most
/// requests short; grows up to a fixed size that holds the largest request the limits allow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace agent_access::net {

class ReadBuffer {
 public:
  explicit ReadBuffer(std::size_t largest) : largest_(std::max(largest, kSmall)) {}

  [[nodiscard]] std::string_view unread() const noexcept { return {bytes_.get() + begin_, end_ - begin_}; }
  /// The same, to be changed in place.
  [[nodiscard]] std::span<char> unread_bytes() noexcept { return {bytes_.get() + begin_, end_ - begin_}; }

  /// Room to receive into, never empty unless `largest` bytes are unread. Moves the unread bytes: views of them end
  /// here.
  [[nodiscard]] std::span<char> room() {
    if (begin_ == end_) {
      begin_ = end_ = 0;
      if (capacity_ != kSmall) reallocate(kSmall);
    }
    if (end_ == capacity_ && begin_ > 0) compact();
    if (end_ == capacity_) reallocate(std::min(capacity_ * 4, largest_));
    return {bytes_.get() + end_, capacity_ - end_};
  }
  void received(std::size_t count) noexcept { end_ += count; }
  void consume(std::size_t count) noexcept { begin_ += count; }
  /// Takes `count` of the unread bytes away, from the place `at` on.
  void cut(std::size_t at, std::size_t count) noexcept {
    if (count == 0) return;
    char* const gap = bytes_.get() + begin_ + at;
    std::memmove(gap, gap + count, end_ - begin_ - at - count);
    end_ -= count;
  }
  void clear() noexcept { begin_ = end_ = 0; }
  /// Gives the memory back when nothing is unread. True: there was some.
  bool release() noexcept {
    if (begin_ != end_ || capacity_ == 0) return false;
    bytes_.reset();
    begin_ = end_ = capacity_ = 0;
    return true;
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

 private:
  static constexpr std::size_t kSmall = 2048;  // a request with a bearer token is about 1 KiB

  void compact() noexcept {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  void reallocate(std::size_t capacity) {
    auto bytes = std::make_unique_for_overwrite<char[]>(capacity);
    if (end_ > begin_) std::memcpy(bytes.get(), bytes_.get() + begin_, end_ - begin_);
    bytes_ = std::move(bytes);
    end_ -= begin_;
    begin_ = 0;
    capacity_ = capacity;
  }

  std::size_t largest_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::unique_ptr<char[]> bytes_;
};

}  // namespace agent_access::net
