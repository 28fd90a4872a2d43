#include "base/secret.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
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

// The compiler zeroes the registers that every processor has, so no statement needs to name them as overwritten. glibc
// copies with wider ones, and more of them, where there are any.
[[gnu::noinline, gnu::zero_call_used_regs("all")]] void wipe_registers() noexcept {
  asm volatile("");  // without a statement no call would be left
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx")) asm volatile("vzeroall");
  if (__builtin_cpu_supports("avx512f")) {
    asm volatile(
        ".irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"
        "vpxord %zmm\\n, %zmm\\n, %zmm\\n\n"
        ".endr");
  }
#endif
}

[[gnu::noinline]] void wipe_stack() noexcept {
  std::array<std::byte, kWipedStack> below;
  wipe(below);
}

}  // namespace

void wipe(std::span<std::byte> bytes) noexcept {
  if (!bytes.empty()) explicit_bzero(bytes.data(), bytes.size());
}

void wipe_registers_and_stack() noexcept {
  wipe_registers();
  wipe_stack();
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
