/// \file
/// Bytes that must not be seen. SecretBytes owns its bytes, wipes them when it goes, and offers no way to print, log or
/// compare them; comparison is crypto::constant_time_equal.
///
/// Thread safety: as a const std::vector. NOT done here: locking pages in memory (the process refuses core dumps and
/// ptrace as a whole, see app/hardening.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.hpp"

namespace agent_access::base {

class SecretBytes {
 public:
  SecretBytes() = default;
  explicit SecretBytes(std::size_t size) : bytes_(size) {}
  explicit SecretBytes(ByteView bytes) : bytes_(bytes.begin(), bytes.end()) {}
  SecretBytes(SecretBytes&& other) noexcept : bytes_(std::move(other.bytes_)) { other.bytes_.clear(); }
  SecretBytes& operator=(SecretBytes&& other) noexcept;
  SecretBytes(const SecretBytes&) = delete;
  SecretBytes& operator=(const SecretBytes&) = delete;
  ~SecretBytes();

  /// A second owner of the same bytes; spelled out so that it can be searched for.
  [[nodiscard]] SecretBytes duplicate() const { return SecretBytes(reveal()); }

  /// The bytes themselves, for the primitive that needs them. Search for this name to see every use.
  [[nodiscard]] ByteView reveal() const noexcept { return bytes_; }
  [[nodiscard]] std::span<std::byte> reveal_for_writing() noexcept { return bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

  bool operator==(const SecretBytes&) const = delete;

 private:
  void wipe() noexcept;
  std::vector<std::byte> bytes_;
};

/// Overwrites memory in a way the compiler may not remove.
void wipe(std::span<std::byte> bytes) noexcept;

}  // namespace agent_access::base
