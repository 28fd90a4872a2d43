/// \file
/// The last head of a connection that goes on. Agents repeat themselves: the same GET with the same token, or the same
/// POST, for as long as the connection lives. parse_head() depends on nothing but the head's own bytes and on limits
/// that stay, and a head ends with its first empty line: bytes that begin with an accepted head say what it said, and
/// need neither our grammar nor the second opinion again.
///
/// Bounded: a longer head is read each time. Not thread safe: belongs to its connection.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "net/http1/framing.hpp"

namespace agent_access::net {

class HeadMemory {
 public:
  HeadMemory() = default;
  HeadMemory(const HeadMemory&) = delete;  // the kept head looks into this object
  HeadMemory& operator=(const HeadMemory&) = delete;

  static constexpr std::size_t kLargest = 2048;

  /// Whether `received` begins with the kept head, byte for byte.
  [[nodiscard]] bool repeats(std::string_view received) const noexcept {
    return !bytes_.empty() && received.starts_with(bytes_);
  }
  /// The kept head, which looks into this object, and its size. Only while one is kept.
  [[nodiscard]] const Head& head() const noexcept { return head_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return bytes_.capacity() + head_.fields.capacity() * sizeof(http::Field);
  }
  /// Forgets the kept head and its memory.
  void release() noexcept {
    bytes_ = std::string();
    head_ = Head();
  }

  /// Keeps what parse_head() made of `bytes`, the whole head, in place of what was kept before. Throws std::bad_alloc,
  /// and then keeps nothing.
  void keep(std::string_view bytes, const Head& head);

 private:
  std::string bytes_;
  Head head_;
};

}  // namespace agent_access::net
