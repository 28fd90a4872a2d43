/// \file
/// A fixed array in pages of its own, which the kernel fills with zeros when they are first touched: a large table
/// costs memory only for the part in use. Elements start as zero bytes and no constructor runs: all zeros must be a
/// valid first state. As thread safe as an array.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>

namespace agent_access::base {

template <class Element>
class ZeroPages {
  static_assert(std::is_trivially_destructible_v<Element>);

 public:
  /// Throws std::bad_alloc.
  explicit ZeroPages(std::size_t count) : size_(count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(Element)) throw std::bad_alloc();
    void* const pages = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    elements_ = static_cast<Element*>(pages);
  }
  ZeroPages(const ZeroPages&) = delete;
  ZeroPages& operator=(const ZeroPages&) = delete;
  ~ZeroPages() { ::munmap(elements_, bytes()); }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Element& operator[](std::size_t index) noexcept { return elements_[index]; }
  [[nodiscard]] const Element& operator[](std::size_t index) const noexcept { return elements_[index]; }

 private:
  [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(Element); }

  Element* elements_ = nullptr;
  std::size_t size_;
};

}  // namespace agent_access::base
