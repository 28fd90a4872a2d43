/// \file
/// SipHash-2-4 (Aumasson and Bernstein, 2012): a hash that nobody without the key can aim, so that no client chooses
/// whom it shares a set with. Pure; thread safe. NOT a MAC for anything that leaves the process as proof.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent_access::limit {

/// 128 bits, unpredictable wherever nobody may aim.
using HashKey = std::array<std::byte, 16>;

/// A number's eight bytes, the lowest first: machines of another byte order agree.
[[nodiscard]] constexpr std::array<std::byte, 8> bytes_of(std::uint64_t number) noexcept {
  std::array<std::byte, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(number >> 8 * i);
  return bytes;
}

[[nodiscard]] std::uint64_t keyed_hash(const HashKey& key, std::span<const std::byte> bytes) noexcept;

}  // namespace agent_access::limit
