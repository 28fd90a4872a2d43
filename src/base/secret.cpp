#include "base/secret.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace agent_access::base {
namespace {

std::size_t whole_pages(std::size_t size) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  if (size > std::numeric_limits<std::size_t>::max() - page) throw std::bad_alloc();
  return (size + page - 1) / page * page;
}

}  // namespace

void wipe(std::span<std::byte> bytes) noexcept {
  if (!bytes.empty()) explicit_bzero(bytes.data(), bytes.size());
}

SecretBytes::SecretBytes(std::size_t size) {
  if (size == 0) return;
  const std::size_t length = whole_pages(size);
  void* const pages = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  ::madvise(pages, length, MADV_DONTDUMP);
  // Pages of its own: munlock and munmap of one secret must not unlock another secret.
  locked_ = length <= kLargestLocked && ::mlock(pages, length) == 0;
  data_ = static_cast<std::byte*>(pages);
  size_ = size;
}

SecretBytes::SecretBytes(ByteView bytes) : SecretBytes(bytes.size()) { std::ranges::copy(bytes, data_); }

SecretBytes& SecretBytes::operator=(SecretBytes&& other) noexcept {
  if (this != &other) {
    free();
    swap(other);
  }
  return *this;
}

void SecretBytes::swap(SecretBytes& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(locked_, other.locked_);
}

void SecretBytes::free() noexcept {
  if (data_ == nullptr) return;
  base::wipe({data_, size_});
  ::munmap(data_, whole_pages(size_));
  data_ = nullptr;
  size_ = 0;
  locked_ = false;
}

}  // namespace agent_access::base
