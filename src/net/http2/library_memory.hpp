/// \file
/// Memory of libnghttp2 for one connection (header tables, stream state, queued frames): each block counts with the
/// size that the allocator returned. Not thread safe.
#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdlib>

namespace agent_access::net::h2 {

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

}  // namespace agent_access::net::h2
