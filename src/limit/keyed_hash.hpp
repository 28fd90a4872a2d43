/// \file
/// SipHash-2-4 (Aumasson and Bernstein, 2012): a hash that nobody without the key can aim, so that no client chooses
/// whom it shares a set with. Pure; thread safe. NOT a MAC for anything that leaves the process as proof.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent_access::limit {

/// 128 unpredictable bits, of this process alone or, where replicas share debts, derived from their master secret.
using HashKey = std::array<std::byte, 16>;

[[nodiscard]] std::uint64_t keyed_hash(const HashKey& key, std::span<const std::byte> bytes) noexcept;

}  // namespace agent_access::limit
