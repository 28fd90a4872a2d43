/// \file
/// Secret bytes. SecretBytes owns its bytes, wipes them in its destructor, and has no function to print, log or compare
/// them; comparison is crypto::constant_time_equal.
///
/// Each owner has whole pages of its own, left out of core files and, up to kLargestLocked, locked in memory, so that
/// they never reach swap. Locking is best effort (RLIMIT_MEMLOCK): see is_locked(). Not for the request path.
///
/// Thread safety: as a const std::vector. NOT covered: copies that OpenSSL makes of a key it was given (see
/// docs/decisions/0012), and processes that may read this one's memory (see app/rights/process.hpp).
#pragma once

#include <cstddef>
#include <span>

#include "base/text.hpp"

namespace agent_access::base {

class SecretBytes {
 public:
  /// Larger data is content, not a key, and would use up RLIMIT_MEMLOCK.
  static constexpr std::size_t kLargestLocked = 64UL * 1024UL;

  SecretBytes() = default;
  /// Filled with zeros. This and the next constructor throw std::bad_alloc.
  explicit SecretBytes(std::size_t size);
  explicit SecretBytes(ByteView bytes);
  SecretBytes(SecretBytes&& other) noexcept { swap(other); }
  SecretBytes& operator=(SecretBytes&& other) noexcept;
  SecretBytes(const SecretBytes&) = delete;
  SecretBytes& operator=(const SecretBytes&) = delete;
  ~SecretBytes() { free(); }

  /// A second owner with a copy of the bytes; a named function, so that it can be searched for.
  [[nodiscard]] SecretBytes duplicate() const { return SecretBytes(reveal()); }

  /// The bytes themselves, for the primitive that needs them. Search for this name to see every use.
  [[nodiscard]] ByteView reveal() const noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<std::byte> reveal_for_writing() noexcept { return {data_, size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Whether the pages are locked in memory.
  [[nodiscard]] bool is_locked() const noexcept { return locked_; }

  bool operator==(const SecretBytes&) const = delete;

 private:
  void swap(SecretBytes& other) noexcept;
  void free() noexcept;

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  bool locked_ = false;
};

/// Overwrites memory in a way the compiler may not remove.
void wipe(std::span<std::byte> bytes) noexcept;

/// Overwrites the vector registers and kWipedStack bytes of the stack below the caller. What was copied remains in
/// registers, and the first call of a library's function puts them on the stack, where the dynamic linker needs them
/// back. For a thread that has loaded secrets and begins to wait. NOT covered: what the caller itself has on the stack.
void wipe_registers_and_stack() noexcept;
inline constexpr std::size_t kWipedStack = 128UL * 1024UL;

}  // namespace agent_access::base
