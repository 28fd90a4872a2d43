/// \file
/// SipHash-2-4 (Aumasson and Bernstein, 2012): the secret key prevents chosen collisions, so that a client cannot
/// choose whose set it shares. Pure; thread safe. NOT a MAC to authenticate messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent_access::limit {

/// 128 bits, unpredictable where chosen collisions must be prevented.
using HashKey = std::array<std::byte, 16>;

/// The eight bytes of a number, the lowest first on every machine.
[[nodiscard]] constexpr std::array<std::byte, 8> bytes_of(std::uint64_t number) noexcept {
  std::array<std::byte, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(number >> 8 * i);
  return bytes;
}

[[nodiscard]] std::uint64_t keyed_hash(const HashKey& key, std::span<const std::byte> bytes) noexcept;

}  // namespace agent_access::limit
