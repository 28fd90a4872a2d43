/// \file
/// What an HTTP/2 connection records beside the library: the memory of the library, and which streams have ended. Not
/// thread safe.
#pragma once

#include <malloc.h>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace agent_access::net::h2 {

/// Memory of libnghttp2 for one connection (header tables, stream state, queued frames): each block counts with the
/// size that the allocator returned.
class LibraryMemory {
 public:
  LibraryMemory() = default;
  LibraryMemory(const LibraryMemory&) = delete;
  LibraryMemory& operator=(const LibraryMemory&) = delete;

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  // The functions of an nghttp2_mem; `self` is a LibraryMemory, which must outlive the session.
  // NOLINTBEGIN(cppcoreguidelines-no-malloc): they are an allocator
  static void* allocate(std::size_t size, void* self) noexcept { return count(std::malloc(size), self); }
  static void* allocate_zeroed(std::size_t number, std::size_t size, void* self) noexcept {
    return count(std::calloc(number, size), self);
  }
  static void* reallocate(void* block, std::size_t size, void* self) noexcept {
    const std::size_t before = ::malloc_usable_size(block);
    void* const moved = std::realloc(block, size);
    if (moved == nullptr) return nullptr;  // the block is unchanged
    static_cast<LibraryMemory*>(self)->bytes_ -= before;
    return count(moved, self);
  }
  static void release(void* block, void* self) noexcept {
    static_cast<LibraryMemory*>(self)->bytes_ -= ::malloc_usable_size(block);
    std::free(block);
  }
  // NOLINTEND(cppcoreguidelines-no-malloc)

 private:
  static void* count(void* block, void* self) noexcept {
    static_cast<LibraryMemory*>(self)->bytes_ += ::malloc_usable_size(block);
    return block;
  }

  std::size_t bytes_ = 0;
};

/// Which of the latest streams of a peer have ended, and which side ended them (RFC 9113 sections 5.1 and 5.1.1): a
/// frame for a stream that is not open was either sent before the server's reset arrived, or violates the protocol. The
/// library is set not to keep closed streams, which would cost memory for each.
class StreamIds {
 public:
  enum class State : std::uint8_t {
    idle,       ///< above every used identifier
    skipped,    ///< below, and never used
    used,       ///< opened; if closed, then by the peer
    abandoned,  ///< reset by the server
    forgotten,  ///< too old: not recorded any more
  };

  /// `id` is odd: even ones belong to the server.
  [[nodiscard]] State state(std::uint32_t id) const noexcept {
    if (id >= next_) return State::idle;
    const std::size_t age = (next_ - 2 - id) / 2;
    if (age >= kRemembered) return State::forgotten;
    if (!used_[age]) return State::skipped;
    return abandoned_[age] ? State::abandoned : State::used;
  }
  /// `id` is odd and idle.
  void opened(std::uint32_t id) noexcept {
    const std::size_t distance = std::min<std::size_t>((id + 2 - next_) / 2, kRemembered);
    used_ <<= distance;
    abandoned_ <<= distance;
    used_.set(0);
    next_ = id + 2;
  }
  void abandoned(std::uint32_t id) noexcept {
    if (state(id) == State::used) abandoned_.set((next_ - 2 - id) / 2);
  }

 private:
  static constexpr std::size_t kRemembered = 256;

  std::uint32_t next_ = 1;  ///< the lowest idle one; no overflow: identifiers have 31 bits
  std::bitset<kRemembered> used_;
  std::bitset<kRemembered> abandoned_;
};

}  // namespace agent_access::net::h2
